package io.stepprofiler.handlers.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.zip.Deflater;

/**
 * One block of a file: deflated on its own, ending at a byte boundary, so that blocks can be put one after another.
 */
final class DeflatedBlock implements Callable<DeflatedBlock> {
    private static final int BLOCK_BYTES = 1 << 18;
    /** What deflate adds at most to bytes that it cannot compress, with much to spare. */
    private static final int HEADROOM = 1 << 10;

    private final boolean isPart;
    private final Deflater deflater;
    private byte[] input = new byte[BLOCK_BYTES];
    private byte[] output = new byte[BLOCK_BYTES + HEADROOM];
    private int inputLength;
    private int outputLength;

    /** A part of one deflate stream, or a zlib stream of its own. */
    DeflatedBlock(boolean isPart) {
        this.isPart = isPart;
        this.deflater = new Deflater(Deflater.BEST_SPEED, isPart);
    }

    byte[] input() {
        return input;
    }

    /** Says what to deflate. */
    void fill(byte[] bytes, int length) {
        input = bytes;
        inputLength = length;
    }

    @Override
    public DeflatedBlock call() {
        deflater.reset();
        deflater.setInput(input, 0, inputLength);
        outputLength = 0;
        int flush = Deflater.SYNC_FLUSH;
        if (!isPart) {
            deflater.finish();
            flush = Deflater.NO_FLUSH;
        }
        while (true) {
            int room = output.length - outputLength;
            int written = deflater.deflate(output, outputLength, room, flush);
            outputLength += written;
            if (written < room) {
                return this;
            }
            output = Arrays.copyOf(output, output.length * 2);
        }
    }

    void writeTo(Container container, OutputStream out) throws IOException {
        container.write(output, outputLength, out);
    }

    /** Frees the memory that the deflater has outside the heap. */
    void end() {
        deflater.end();
    }
}
