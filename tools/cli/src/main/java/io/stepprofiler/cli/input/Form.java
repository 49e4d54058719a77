package io.stepprofiler.cli.input;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Form of a command's output, determined by the ending of the file. */
public enum Form {
    HTML(".html"),
    TEXT(".txt"),
    MD(".md"),
    JSON(".json");

    private final String suffix;

    Form(String suffix) {
        this.suffix = suffix;
    }

    /** True if windows can be read back from a report of this form. */
    public boolean keepsWindows() {
        return this == HTML || this == JSON;
    }

    /** The form for the ending of a file; text if no form has that ending. */
    public static Form of(@Nullable Path file) {
        String name = file == null ? "" : file.toString().toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(form -> name.endsWith(form.suffix))
                .findFirst()
                .orElse(TEXT);
    }
}
