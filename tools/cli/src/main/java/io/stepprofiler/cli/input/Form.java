package io.stepprofiler.cli.input;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
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

    /**
     * The form for the ending of a file; text for standard output and names without an ending.
     *
     * @throws IllegalArgumentException if no form has the ending
     */
    public static Form of(@Nullable Path file) {
        String name = file == null ? "" : String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(form -> name.endsWith(form.suffix) || (form == TEXT && name.indexOf('.') <= 0))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("-o = " + file + " is not allowed: must end with "
                        + Arrays.stream(values()).map(form -> form.suffix).collect(Collectors.joining(", "))
                        + ", or --format must name the form"));
    }
}
