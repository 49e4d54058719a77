package io.stepprofiler.jvm;

import io.stepprofiler.amount.Amount;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * Directory that only this user can read, deleted with its files when the virtual machine ends. All class loaders of
 * the process share it, so that redeploying creates no more files; it is created again if it was removed.
 *
 * @param parent its parent directory
 */
record TemporaryDirectory(Path parent) {
    /** System property with its path, for other class loaders; the parent's path is appended to the key. */
    private static final String PROPERTY = "io.stepprofiler.flightrecorder.directory:";

    private static final Path MEMORY = Path.of("/dev/shm");

    /** Directories for files, the preferred first: temporary files, then memory. */
    static List<TemporaryDirectory> all() {
        return Stream.of(Path.of(System.getProperty("java.io.tmpdir", "")), MEMORY)
                .map(TemporaryDirectory::new)
                .toList();
    }

    private Path path() throws IOException {
        String known = System.getProperty(PROPERTY + parent);
        if (known != null && Files.isDirectory(Path.of(known))) {
            return Path.of(known);
        }
        // Not createTempDirectory, whose secure random numbers cost tens of milliseconds at start-up.
        String name = "step-profiler-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        Path made = Files.createDirectory(parent.resolve(name), ownersOnly());
        made.toFile().deleteOnExit();
        System.setProperty(PROPERTY + parent, made.toString());
        return made;
    }

    private static FileAttribute<?>[] ownersOnly() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }

    /**
     * Creates an empty file under an unused name. Names of deleted files are reused, because the virtual machine
     * remembers each name to delete until it ends.
     */
    Path claim(String name) throws IOException {
        Path in = path();
        for (int number = 1; ; number++) {
            Path file = in.resolve(name + "-" + number);
            try {
                Files.createFile(file);
                file.toFile().deleteOnExit();
                return file;
            } catch (FileAlreadyExistsException e) {
                // The name is in use.
            }
        }
    }

    /** Action on a new file. */
    @FunctionalInterface
    interface Use {
        void of(Path file) throws IOException;
    }

    /** Claims a file, as {@link #claim} does, in the first directory where the action succeeds. */
    static Path claimAnywhere(String name, Use use) throws IOException {
        IOException failure = new IOException("no directory for temporary files");
        for (TemporaryDirectory directory : all()) {
            try {
                Path file = directory.claim(name);
                try {
                    use.of(file);
                    return file;
                } catch (IOException e) {
                    Files.deleteIfExists(file);
                    throw e;
                }
            } catch (IOException e) {
                failure = e;
            }
        }
        throw failure;
    }

    /** True if there is room for the bytes. */
    boolean hasRoom(long bytes) {
        return parent.toFile().getUsableSpace() >= bytes;
    }

    /** @throws IOException if there is no room for the bytes */
    void require(long bytes) throws IOException {
        if (!hasRoom(bytes)) {
            throw new IOException(parent + " has room for less than " + Amount.bytes(bytes));
        }
    }
}
