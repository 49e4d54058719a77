package io.stepprofiler.jvm;

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
 * A directory that only this user can read, and that is gone when the virtual machine ends, with all that is in it. All
 * class loaders of the process share it, so that redeploying makes no more files; it is made anew where something has
 * cleaned up.
 *
 * @param parent where it lies
 */
record TemporaryDirectory(Path parent) {
    /** Where its path is kept for other class loaders, followed by that of the parent. */
    private static final String PROPERTY = "io.stepprofiler.flightrecorder.directory:";

    private static final Path MEMORY = Path.of("/dev/shm");

    /** Where files may lie, the best place first: that for temporary files, and memory. */
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
        // Not createTempDirectory, whose random numbers cost tens of milliseconds of start-up.
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
     * Makes an empty file under an unused name. Names are used again once their files are deleted, because each that is
     * to be deleted at the end is remembered until then.
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
                // It is in use.
            }
        }
    }

    /** Use of a new file. */
    @FunctionalInterface
    interface Use {
        void of(Path file) throws IOException;
    }

    /** Claims a file, as {@link #claim} does, in the first place where something can be done with it. */
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

    /** Whether there is room for so many bytes. */
    boolean hasRoom(long bytes) {
        return parent.toFile().getUsableSpace() >= bytes;
    }

    /** @throws IOException if there is no room for so many bytes */
    void require(long bytes) throws IOException {
        if (!hasRoom(bytes)) {
            throw new IOException(parent + " has room for less than " + (bytes >> 20) + " MiB");
        }
    }
}
