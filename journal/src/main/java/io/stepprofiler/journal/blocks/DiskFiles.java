package io.stepprofiler.journal.blocks;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/** Files on disk. Not channels: a channel is closed when a thread that uses it is interrupted. */
final class DiskFiles implements JournalFiles {
    private record Disk(RandomAccessFile file) implements Output {
        @Override
        public void write(byte[] bytes, int count) throws IOException {
            file.write(bytes, 0, count);
        }

        @Override
        public void truncate(long length) throws IOException {
            file.setLength(length);
            file.seek(length);
        }

        @Override
        public void force() throws IOException {
            file.getFD().sync();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.createDirectory(directory, ownersOnly(directory, "rwx------"));
    }

    @Override
    public Output create(Path file) throws IOException {
        Files.createFile(file, ownersOnly(file, "rw-------"));
        try {
            return new Disk(new RandomAccessFile(file.toFile(), "rw"));
        } catch (IOException e) {
            // No caller knows of the file.
            Files.deleteIfExists(file);
            throw e;
        }
    }

    @Override
    public void delete(Path file) throws IOException {
        try {
            Files.delete(file);
        } catch (NoSuchFileException e) {
            // Already removed.
        } catch (FileSystemException e) {
            if (!isWindows()) {
                throw e;
            }
            // Windows does not delete open files.
            file.toFile().deleteOnExit();
        }
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    @Override
    public long usableBytes(Path directory) throws IOException {
        FileStore store = Files.getFileStore(directory);
        return store.getUsableSpace();
    }

    private static boolean isWindows() {
        return System.getProperty("os.name", "").startsWith("Windows");
    }

    private static FileAttribute<?>[] ownersOnly(Path path, String permissions) {
        if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return new FileAttribute<?>[0];
        }
        return new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        };
    }
}
