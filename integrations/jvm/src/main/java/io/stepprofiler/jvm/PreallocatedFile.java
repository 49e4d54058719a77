package io.stepprofiler.jvm;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Allocated file blocks, on disk or in memory, that the flight recorder writes over: it ends the virtual machine if it
 * cannot write. Later windows of any class loader reuse them; a lock file marks them as taken.
 */
final class PreallocatedFile {
    /** The recorder's memory, 10 MiB, and the names and call stacks of its events. */
    static final int BYTES = 16 << 20;

    /** Free bytes to leave for other programs, and for the recorder on file systems that copy on write. */
    static final long ROOM = 64L << 20;

    private static final Set<String> COPY_ON_WRITE = Set.of("apfs", "bcachefs", "btrfs", "zfs");
    private static final int CHUNK_SIZE_AT = 8;
    private static final int HEADER_BYTES = 68;

    private final TemporaryDirectory directory;
    private final Path lock;
    private final Path spare;
    private final Path destination;

    private PreallocatedFile(TemporaryDirectory directory, Path lock) {
        this.directory = directory;
        this.lock = lock;
        spare = lock.resolveSibling(lock.getFileName() + "-spare");
        destination = lock.resolveSibling(lock.getFileName() + "-written");
    }

    /**
     * Takes blocks in the first directory that has room.
     *
     * @throws IOException if there is no room in any directory
     */
    static PreallocatedFile take() throws IOException {
        StringJoiner reasons = new StringJoiner("; ", "there is no room for the recording: ", "");
        for (TemporaryDirectory directory : TemporaryDirectory.all()) {
            try {
                return in(directory);
            } catch (IOException e) {
                reasons.add(e.toString());
            }
        }
        throw new IOException(reasons.toString());
    }

    private static PreallocatedFile in(TemporaryDirectory directory) throws IOException {
        PreallocatedFile reserve = new PreallocatedFile(directory, directory.claim("window"));
        try {
            reserve.fill();
            return reserve;
        } catch (IOException e) {
            Files.deleteIfExists(reserve.spare);
            Files.deleteIfExists(reserve.lock);
            throw e;
        }
    }

    private void fill() throws IOException {
        if (Files.exists(spare) && Files.size(spare) == BYTES) {
            return;
        }
        directory.require(BYTES + ROOM);
        spare.toFile().deleteOnExit();
        destination.toFile().deleteOnExit();
        ByteBuffer zeros = ByteBuffer.allocate(1 << 16);
        try (FileChannel out = FileChannel.open(spare, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            while (out.position() < BYTES) {
                out.write(zeros.clear());
            }
        }
    }

    /** File that the recorder is to write; it has the blocks only after {@link #putInPlace}. */
    Path destination() {
        return destination;
    }

    /**
     * Moves the blocks to the destination; only now, because the recorder empties that file when the destination is
     * set.
     */
    void putInPlace() throws IOException {
        Files.move(spare, destination, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** True if the recorder can write now. */
    boolean isInPlace() {
        try {
            return Files.size(destination) == BYTES
                    && (!COPY_ON_WRITE.contains(Files.getFileStore(destination).type()) || directory.hasRoom(ROOM));
        } catch (IOException e) {
            return false;
        }
    }

    /** Copies the recorder's data to a separate file that the caller must delete. */
    Path copy() throws IOException {
        try (FileChannel written = FileChannel.open(destination)) {
            ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
            written.read(header, 0);
            long size = header.getLong(CHUNK_SIZE_AT);
            if (size <= 0 || size > written.size()) {
                throw new EOFException("the recorder has written nothing");
            }
            return TemporaryDirectory.claimAnywhere("recorded", file -> copy(written, size, file));
        }
    }

    private static void copy(FileChannel written, long bytes, Path file) throws IOException {
        try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (long done = 0, some; done < bytes; done += some) {
                some = written.transferTo(done, bytes - done, out);
                if (some <= 0) {
                    throw new EOFException("the recording is shorter than its header says");
                }
            }
        }
    }

    /** Returns the blocks for reuse. */
    void giveBack() {
        try (FileChannel file = FileChannel.open(destination, StandardOpenOption.WRITE)) {
            // So that no other recording mistakes the data for its own.
            file.write(ByteBuffer.allocate(HEADER_BYTES), 0);
            file.truncate(BYTES);
            Files.move(destination, spare, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            // The file was removed by a cleaner of temporary files.
            destination.toFile().delete();
        }
        lock.toFile().delete();
    }
}
