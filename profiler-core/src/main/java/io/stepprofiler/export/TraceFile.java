package io.stepprofiler.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes files that are there whole or not at all.
 *
 * <p>The content goes to a hidden file in the same directory, {@code .<name>.<owner>.tmp}, which no viewer takes for a
 * trace, and is renamed when it is complete. If writing fails, the temporary file is removed. What a process that was
 * killed has left is removed by the next one that writes into the directory, if it runs on the same machine.
 *
 * <p>Renaming would put the file in the place of a link, a named pipe or a device: a link is followed, and the others
 * are refused.
 */
public final class TraceFile {
    /** As many as Linux follows. */
    private static final int MAX_LINKS = 40;

    /** Temporary files that are being written. */
    private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

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
     * Writes {@code file}, or the file that it links to, replacing an older one, and creates its directory.
     *
     * @param file the file to write
     * @param content writes what is to be in it; called once at most
     * @throws IOException if that fails; an older file is then still there
     */
    public static void replace(Path file, Content content) throws IOException {
        write(destination(file), content, TraceFile::rename);
    }

    /**
     * {@return the file that {@link #replace} writes} It is {@code file} itself, or what it links to, which need not be
     * there.
     *
     * @param file the file to write
     * @throws IOException if something else is there, such as a directory or a named pipe
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
     * <p>Of several processes that create the same file at once, exactly one succeeds; where there are no hard links,
     * too.
     *
     * @param file the file to write
     * @param content writes what is to be in it; called once at most
     * @throws FileAlreadyExistsException if the file is there, also if it came while this one was being written
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
     * @param content writes what is to be tried
     * @throws IOException if that fails
     */
    public static void probe(Path dir, Content content) throws IOException {
        write(dir.resolve("probe"), content, (temporary, file) -> Files.delete(temporary));
    }

    /**
     * {@return a path for a temporary file beside {@code file}, which is not created} For content that grows over
     * time: {@link #rename} gives it its name. If the process is killed before that, a later one removes it.
     *
     * @param file what the file is to become; its directory is created
     * @throws IOException if the directory cannot be created
     */
    public static Path newTemporary(Path file) throws IOException {
        Path directory = parent(file);
        createDirectory(directory);
        TemporaryFiles.removeLeftBehind(directory);
        return directory.resolve(TemporaryFiles.newName(String.valueOf(file.getFileName())));
    }

    /**
     * Creates a directory and those above it, unless it is there, also as a link to one.
     *
     * @param dir the directory
     * @throws IOException if it cannot be created, saying what is in the way
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
                : user + " could not create anything in " + there + " (" + failure + ")";
    }

    /** Completion of a temporary file. */
    private interface Completion {
        void complete(Path temporary, Path file) throws IOException;
    }

    private static void write(Path file, Content content, Completion completion) throws IOException {
        Path temporary = newTemporary(file);
        boolean complete = false;
        // Outside the try: a temporary file of another process is not ours to remove.
        OutputStream created =
                Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
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

    /**
     * Removes what this process is writing, none of which is completed then: for a program that does nothing but write,
     * when it is interrupted.
     */
    public static void removeUnfinished() {
        for (Path temporary : UNFINISHED) {
            try {
                Files.deleteIfExists(temporary);
            } catch (IOException e) {
                // The next process that writes there removes it.
            }
        }
    }

    /** Gives a file its name if no file has it, which renaming cannot promise. */
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
                // Nothing, not an empty file; one with content is another process's.
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
     * Gives a complete file its name, at once where the file system can, replacing an older one.
     *
     * @param from a complete file
     * @param to its name, in the same directory
     * @throws IOException if that fails
     */
    public static void rename(Path from, Path to) throws IOException {
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
