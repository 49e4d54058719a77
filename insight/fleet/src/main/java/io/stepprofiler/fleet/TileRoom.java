package io.stepprofiler.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Memory for tiles: the heap up to a number of bytes, then a temporary file, which has no name any more and ends with
 * the process. Not safe for threads.
 */
final class TileRoom {
    private long heapBytes;
    private @Nullable FileChannel file;

    /** Room on the heap, and in a file beyond it. */
    TileRoom(long heapBytes) {
        this.heapBytes = heapBytes;
    }

    /** Returns a tile without known figures. */
    LongBuffer tile(int figures) {
        long bytes = (long) figures * Long.BYTES;
        if (bytes <= heapBytes) {
            heapBytes -= bytes;
            long[] tile = new long[figures];
            Arrays.fill(tile, FleetSteps.UNKNOWN);
            return LongBuffer.wrap(tile);
        }
        Path directory = Path.of(System.getProperty("java.io.tmpdir"));
        try {
            return mapped(directory, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    new IOException(directory + " has no room for the steps of all ranks: " + e.getMessage(), e));
        }
    }

    private LongBuffer mapped(Path directory, long bytes) throws IOException {
        FileChannel known = file;
        if (known == null) {
            Path path = Files.createTempFile(directory, "stepprof", ".tiles");
            known = FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
            file = known;
        }
        long from = known.size();
        // Written, because a full disk is an exception here, and a fault of the virtual machine in a mapped hole.
        ByteBuffer unknown = ByteBuffer.allocate(1 << 16);
        Arrays.fill(unknown.array(), (byte) FleetSteps.UNKNOWN);
        for (long at = from; at < from + bytes; ) {
            unknown.rewind().limit((int) Math.min(unknown.capacity(), from + bytes - at));
            at += known.write(unknown, at);
        }
        return known.map(FileChannel.MapMode.READ_WRITE, from, bytes)
                .order(ByteOrder.nativeOrder())
                .asLongBuffer();
    }
}
