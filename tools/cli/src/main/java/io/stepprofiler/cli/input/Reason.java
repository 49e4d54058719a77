package io.stepprofiler.cli.input;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reason of a failure in words: the message of some exceptions is only a path. */
public final class Reason {
    private static final Map<Class<? extends FileSystemException>, String> WORDS = new LinkedHashMap<>();

    static {
        WORDS.put(NoSuchFileException.class, "there is no such file or directory");
        WORDS.put(AccessDeniedException.class, "permission denied");
        WORDS.put(NotDirectoryException.class, "this is not a directory");
        WORDS.put(FileAlreadyExistsException.class, "the file exists already");
    }

    private Reason() {}

    public static String of(Throwable thrown) {
        Throwable cause = thrown.getCause();
        if (thrown instanceof UncheckedIOException && cause != null) {
            boolean saysMore =
                    thrown.getMessage() != null && !thrown.getMessage().equals(cause.toString());
            return (saysMore ? thrown.getMessage() + ": " : "") + of(cause);
        }
        if (thrown instanceof FileSystemException e && e.getReason() == null) {
            return e.getFile() + ": " + words(e);
        }
        if (thrown instanceof OutOfMemoryError || cause instanceof OutOfMemoryError) {
            return "there is not enough memory: give more, as in java -Xmx4g -jar stepprof.jar ...";
        }
        String message = thrown.getMessage();
        return message == null ? thrown.getClass().getSimpleName() : message;
    }

    /** The reason given by the file system, without the file. */
    static String words(FileSystemException thrown) {
        String reason = thrown.getReason();
        return reason != null ? reason : WORDS.getOrDefault(thrown.getClass(), "the file system refuses it");
    }
}
