package io.stepprofiler.handlers.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * One block of a gzip file: deflated on its own, ending at a byte boundary, so that blocks can be put one after
 * another.
 */
final class GzipBlock implements Callable<GzipBlock> {
    private static final int BLOCK_BYTES = 1 << 18;
    /** What deflate adds at most to bytes that it cannot compress, with much to spare. */
    private static final int HEADROOM = 1 << 10;

    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    private final byte[] input = new byte[BLOCK_BYTES];
    private byte[] output = new byte[BLOCK_BYTES + HEADROOM];
    private int inputLength;
    private int outputLength;

    byte[] input() {
        return input;
    }

    /** Says how much of {@link #input()} counts. */
    void fill(int length, CRC32 checksum) {
        inputLength = length;
        checksum.update(input, 0, length);
    }

    @Override
    public GzipBlock call() {
        deflater.reset();
        deflater.setInput(input, 0, inputLength);
        outputLength = 0;
        while (true) {
            int room = output.length - outputLength;
            int written = deflater.deflate(output, outputLength, room, Deflater.SYNC_FLUSH);
            outputLength += written;
            if (written < room) {
                return this;
            }
            output = Arrays.copyOf(output, output.length * 2);
        }
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(output, 0, outputLength);
    }

    /** Frees the memory that the deflater has outside the heap. */
    void end() {
        deflater.end();
    }
}
