package io.stepprofiler.imports;

import java.io.IOException;
import java.nio.file.Path;

/** Error in a file that a trace is to be made of. Its message names the file, the place and what is wrong. */
public final class ImportException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * An error at some place of a file.
     *
     * @param file the file
     * @param place where in it, such as {@code byte 1024} or {@code line 7}
     * @param what what is wrong, such as {@code an event without a name}
     */
    public ImportException(Path file, String place, String what) {
        super(file + ": " + place + ": " + what);
    }

    /**
     * An error of a whole file.
     *
     * @param file the file
     * @param what what is wrong
     */
    public ImportException(Path file, String what) {
        super(file + ": " + what);
    }

    /**
     * An error of a whole file, with its cause.
     *
     * @param file the file
     * @param what what is wrong
     * @param cause what was thrown
     */
    public ImportException(Path file, String what, Throwable cause) {
        super(file + ": " + what, cause);
    }
}
