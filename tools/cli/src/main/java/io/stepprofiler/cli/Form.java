package io.stepprofiler.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A form of what a command says, by the ending of the file that it is written to. */
enum Form {
    HTML(".html"),
    TEXT(".txt"),
    MD(".md"),
    JSON(".json");

    private final String suffix;

    Form(String suffix) {
        this.suffix = suffix;
    }

    /** Whether windows can be read again from a report of this form. */
    boolean keepsWindows() {
        return this == HTML || this == JSON;
    }

    /** The form that a file's name asks for; text if it asks for none. */
    static Form of(@Nullable Path file) {
        String name = file == null ? "" : file.toString().toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(form -> name.endsWith(form.suffix))
                .findFirst()
                .orElse(TEXT);
    }
}
