package io.stepprofiler.imports;

import java.io.IOException;
import java.nio.file.Path;

/** Error in an imported file. Its message names the file, the place and the error. */
public final class ImportException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * An error at some place of a file.
     *
     * @param file the file
     * @param place where in it, such as {@code byte 1024} or {@code line 7}
     * @param what the error, such as {@code an event without a name}
     */
    public ImportException(Path file, String place, String what) {
        super(file + ": " + place + ": " + what);
    }

    /**
     * An error of a whole file.
     *
     * @param file the file
     * @param what the error
     */
    public ImportException(Path file, String what) {
        super(file + ": " + what);
    }

    /**
     * An error of a whole file, with its cause.
     *
     * @param file the file
     * @param what the error
     * @param cause the cause
     */
    public ImportException(Path file, String what, Throwable cause) {
        super(file + ": " + what, cause);
    }
}
