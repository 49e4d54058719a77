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
 * Blocks of a disk, or of memory, that are ours before the flight recorder writes over them: it ends the virtual
 * machine where it cannot write. They are used again by later windows, of any class loader; the lock says whose they
 * are.
 */
final class Reserve {
    /** The recorder's memory, 10 MiB, and the names and call stacks of what is in it. */
    static final int BYTES = 16 << 20;

    /** What has to be left for others, and where blocks are not written over in place, for the recorder. */
    static final long ROOM = 64L << 20;

    private static final Set<String> COPY_ON_WRITE = Set.of("apfs", "bcachefs", "btrfs", "zfs");
    private static final int CHUNK_SIZE_AT = 8;
    private static final int HEADER_BYTES = 68;

    private final TemporaryDirectory directory;
    private final Path lock;
    private final Path spare;
    private final Path destination;

    private Reserve(TemporaryDirectory directory, Path lock) {
        this.directory = directory;
        this.lock = lock;
        spare = lock.resolveSibling(lock.getFileName() + "-spare");
        destination = lock.resolveSibling(lock.getFileName() + "-written");
    }

    /**
     * Takes blocks, where there is room for them.
     *
     * @throws IOException if that is nowhere
     */
    static Reserve take() throws IOException {
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

    private static Reserve in(TemporaryDirectory directory) throws IOException {
        Reserve reserve = new Reserve(directory, directory.claim("window"));
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

    /** The file that the recorder is to write; it is ours only after {@link #putInPlace}. */
    Path destination() {
        return destination;
    }

    /** Puts the blocks where the recorder will write: when it gets its destination, it empties that file. */
    void putInPlace() throws IOException {
        Files.move(spare, destination, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Whether the recorder can write now. */
    boolean isInPlace() {
        try {
            return Files.size(destination) == BYTES
                    && (!COPY_ON_WRITE.contains(Files.getFileStore(destination).type()) || directory.hasRoom(ROOM));
        } catch (IOException e) {
            return false;
        }
    }

    /** Copies what the recorder has written to a file of its own, which has to be deleted. */
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
                    throw new EOFException("the recording is shorter than it says");
                }
            }
        }
    }

    /** Lets others have the blocks. */
    void giveBack() {
        try (FileChannel file = FileChannel.open(destination, StandardOpenOption.WRITE)) {
            // So that no other recording takes it for its own.
            file.write(ByteBuffer.allocate(HEADER_BYTES), 0);
            file.truncate(BYTES);
            Files.move(destination, spare, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            // Something has cleaned up.
            destination.toFile().delete();
        }
        lock.toFile().delete();
    }
}
