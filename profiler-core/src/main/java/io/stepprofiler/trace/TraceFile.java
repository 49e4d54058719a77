package io.stepprofiler.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Writes files that are there whole or not at all.
 *
 * <p>The content goes to {@code .<name>.tmp} in the same directory, which no viewer takes for a trace, and is renamed
 * when it is complete. If writing fails, the temporary file is removed.
 */
public final class TraceFile {
    private TraceFile() {}

    /** Writes the content of a file. */
    @FunctionalInterface
    public interface Content {
        /**
         * Writes all of it; need not flush or close.
         *
         * @param out where to write
         * @throws IOException if {@code out} fails
         */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Writes {@code file}, replacing an older one, and creates its directory.
     *
     * @param file the file to write
     * @param content writes what is to be in it; called once at most
     * @throws IOException if that fails; an older file is then still there
     */
    public static void replace(Path file, Content content) throws IOException {
        createDirectory(parent(file));
        // A name of its own, so that two threads that export to one file do not write into each other's.
        write(temporary(file, "." + UUID.randomUUID()), file, content);
    }

    /**
     * Writes {@code file}, which must not exist, and creates its directory.
     *
     * <p>Of several processes that create the same file at once, at most one succeeds, also on file systems without hard
     * links: the temporary name is the lock.
     *
     * @param file the file to write
     * @param content writes what is to be in it; called once at most
     * @throws FileAlreadyExistsException if the file is there or is being written
     * @throws IOException if writing fails
     */
    public static void create(Path file, Content content) throws IOException {
        createDirectory(parent(file));
        write(temporary(file, ""), file, out -> {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(file.toString());
            }
            content.writeTo(out);
        });
    }

    /**
     * Creates a directory and those above it, unless it is there, also as a link to one.
     *
     * @param dir the directory
     * @throws IOException if it cannot be created
     */
    public static void createDirectory(Path dir) throws IOException {
        // Early releases of Java 17 refuse a link to a directory in createDirectories (JDK-8294193).
        if (!Files.isDirectory(dir)) {
            Files.createDirectories(dir);
        }
    }

    private static void write(Path temporary, Path file, Content content) throws IOException {
        boolean complete = false;
        // Outside the try: a temporary file that somebody else made is not ours to remove.
        OutputStream created =
                Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            try (OutputStream out = created) {
                content.writeTo(out);
            }
            rename(temporary, file);
            complete = true;
        } finally {
            if (!complete) {
                Files.deleteIfExists(temporary);
            }
        }
    }

    private static void rename(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static Path parent(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IllegalArgumentException("file = " + file + " is not allowed: must name a file in a directory");
        }
        return parent;
    }

    private static Path temporary(Path file, String distinction) {
        return parent(file).resolve("." + file.getFileName() + distinction + ".tmp");
    }
}
