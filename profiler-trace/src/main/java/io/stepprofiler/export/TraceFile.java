package io.stepprofiler.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Atomic writing of files: a file exists whole or not at all.
 *
 * <p>The content goes to a hidden file in the same directory, {@code .<name>.<owner>.tmp}, which no viewer takes for a
 * trace, and is renamed when it is complete. If writing fails, the temporary file is removed. The file of a killed
 * process is removed by the next process of the same machine that writes into the directory.
 *
 * <p>Renaming would replace a link, a named pipe or a device: a link is followed, and the others are refused.
 */
public final class TraceFile {
    /** The number of links that Linux follows. */
    private static final int MAX_LINKS = 40;

    /** Temporary files that are being written. */
    private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

    private TraceFile() {}

    /** Writer of the content of a file. */
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
     * Writes {@code file}, or the file that it links to, replacing an older one, and creates its directory.
     *
     * @param file the file to write
     * @param content writes the content; called once at most
     * @throws IOException if that fails; an older file is then still there
     */
    public static void replace(Path file, Content content) throws IOException {
        write(destination(file), content, TraceFile::rename);
    }

    /**
     * {@return the file that {@link #replace} writes} It is {@code file} itself or the target of the link, which need
     * not exist.
     *
     * @param file the file to write
     * @throws IOException if something other than a regular file exists there, such as a directory or a named pipe
     */
    public static Path destination(Path file) throws IOException {
        // Refuses a root.
        parent(file);
        if (Files.exists(file)) {
            if (!Files.isRegularFile(file)) {
                throw new IOException("file = " + file + " is not allowed: it is " + kind(file)
                        + ", must be a regular file, or not be there");
            }
            return Files.isSymbolicLink(file) ? file.toRealPath() : file;
        }
        Path destination = file;
        for (int links = 0; Files.isSymbolicLink(destination); links++) {
            if (links == MAX_LINKS) {
                throw new IOException("file = " + file + " is not allowed: it is a link that leads nowhere, must be a"
                        + " regular file, or not be there");
            }
            destination = destination.resolveSibling(Files.readSymbolicLink(destination));
        }
        return destination;
    }

    private static String kind(Path file) {
        return Files.isDirectory(file) ? "a directory" : "a named pipe or a device";
    }

    /**
     * Writes {@code file}, which must not exist, and creates its directory.
     *
     * <p>If several processes create the same file at once, exactly one succeeds, also without hard links.
     *
     * @param file the file to write
     * @param content writes the content; called once at most
     * @throws FileAlreadyExistsException if the file exists, also if it appeared while this one was being written
     * @throws IOException if writing fails
     */
    public static void create(Path file, Content content) throws IOException {
        createDirectory(parent(file));
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        write(file, content, TraceFile::publish);
    }

    /**
     * Makes sure that files can be written in a directory, by writing one and removing it; creates the directory.
     *
     * @param dir the directory
     * @param content writes the content of the test file
     * @throws IOException if that fails
     */
    public static void probe(Path dir, Content content) throws IOException {
        write(dir.resolve("probe"), content, (temporary, file) -> Files.delete(temporary));
    }

    /**
     * {@return the path for a temporary file in the directory of {@code file}, which is not created} For content that
     * grows over time: {@link #rename} gives it its name. If the process is killed before that, a later process removes
     * it.
     *
     * @param file the final file; its directory is created
     * @throws IOException if the directory cannot be created
     */
    public static Path newTemporary(Path file) throws IOException {
        Path directory = parent(file);
        createDirectory(directory);
        TemporaryFiles.removeLeftBehind(directory);
        return directory.resolve(TemporaryFiles.newName(String.valueOf(file.getFileName())));
    }

    /**
     * Creates a directory and its parents, unless it exists, also as a link to a directory.
     *
     * @param dir the directory
     * @throws IOException if it cannot be created, naming the obstacle
     */
    public static void createDirectory(Path dir) throws IOException {
        // Early releases of Java 17 refuse a link to a directory in createDirectories (JDK-8294193).
        if (!Files.isDirectory(dir)) {
            try {
                Files.createDirectories(dir);
            } catch (IOException e) {
                throw new IOException(
                        "The directory " + dir.toAbsolutePath() + " cannot be created: " + obstacle(dir, e), e);
            }
        }
    }

    private static String obstacle(Path dir, IOException failure) {
        Path there = dir.toAbsolutePath().normalize();
        while (there.getParent() != null && !Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
            there = there.getParent();
        }
        if (Files.isSymbolicLink(there) && !Files.exists(there)) {
            return there + " is a link to nowhere";
        }
        if (!Files.isDirectory(there)) {
            return there + " is a file";
        }
        String user = "user " + System.getProperty("user.name");
        return failure instanceof AccessDeniedException
                ? user + " may not write in " + there
                : user + " could not create it in " + there + " (" + reason(failure) + ")";
    }

    /** The message of some exceptions is only a path, which may be that of a temporary file. */
    private static String reason(IOException failure) {
        String reason = failure instanceof FileSystemException e ? e.getReason() : failure.getMessage();
        return reason == null ? failure.getClass().getSimpleName() : reason;
    }

    /** Returns the failure of a file, by the name that users know. */
    private static IOException failed(Path file, String why, IOException cause) {
        IOException failure = new FileSystemException(file.toString(), null, "it cannot be written: " + why);
        failure.initCause(cause);
        return failure;
    }

    /** Completion of a temporary file. */
    private interface Completion {
        void complete(Path temporary, Path file) throws IOException;
    }

    private static void write(Path file, Content content, Completion completion) throws IOException {
        Path temporary = newTemporary(file);
        boolean complete = false;
        // Outside the try: a temporary file of another process must not be removed.
        OutputStream created = NamedOutput.create(temporary, file);
        UNFINISHED.add(temporary);
        try {
            try (OutputStream out = created) {
                content.writeTo(out);
            }
            completion.complete(temporary, file);
            complete = true;
        } finally {
            UNFINISHED.remove(temporary);
            if (!complete) {
                Files.deleteIfExists(temporary);
            }
        }
    }

    /** Output to a temporary file, whose failures name the final file: users know no other. */
    private static final class NamedOutput extends OutputStream {
        private final OutputStream out;
        private final Path file;

        private NamedOutput(OutputStream out, Path file) {
            this.out = out;
            this.file = file;
        }

        static OutputStream create(Path temporary, Path file) throws IOException {
            try {
                return new NamedOutput(
                        Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        file);
            } catch (IOException e) {
                throw failed(file, obstacle(parent(file), e), e);
            }
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                throw failed(file, reason(e), e);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                out.close();
            } catch (IOException e) {
                throw failed(file, reason(e), e);
            }
        }
    }

    /** Removes all unfinished files of this process: for a program that only writes, when it is interrupted. */
    public static void removeUnfinished() {
        for (Path temporary : UNFINISHED) {
            try {
                Files.deleteIfExists(temporary);
            } catch (IOException e) {
                // The next process that writes there removes it.
            }
        }
    }

    /** Gives a file its name unless another file has it, which renaming cannot guarantee. */
    private static void publish(Path temporary, Path file) throws IOException {
        try {
            Files.createLink(file, temporary);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException | UnsupportedOperationException e) {
            // A file system without hard links: another process that creates the file may replace it.
            Files.createFile(file);
            try {
                rename(temporary, file);
            } catch (IOException failure) {
                // Leaves no empty file; a file with content belongs to another process.
                if (Files.size(file) == 0) {
                    Files.delete(file);
                }
                throw failure;
            }
            return;
        }
        Files.delete(temporary);
    }

    /**
     * Gives a complete file its name, atomically if the file system can, replacing an older file.
     *
     * @param from a complete file
     * @param to its name, in the same directory
     * @throws IOException if that fails
     */
    public static void rename(Path from, Path to) throws IOException {
        try {
            move(from, to);
        } catch (IOException e) {
            throw failed(to, reason(e), e);
        }
    }

    private static void move(Path from, Path to) throws IOException {
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
}
