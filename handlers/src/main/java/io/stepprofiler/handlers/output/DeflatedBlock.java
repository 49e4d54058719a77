package io.stepprofiler.handlers.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.zip.Deflater;

/**
 * One block of a file: deflated on its own, ending at a byte boundary, so that blocks can be put one after another.
 *
 * <p>Uses zlib's fastest level: trace files are so repetitive that more effort gains little.
 */
class DeflatedBlock implements Callable<DeflatedBlock> {
    private static final int BLOCK_BYTES = 1 << 18;

    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    private byte[] input = new byte[BLOCK_BYTES];
    private int inputLength;
    private byte[] output = new byte[BLOCK_BYTES / 4];
    private int outputLength;

    byte[] input() {
        return input;
    }

    /** Sets the bytes to deflate. */
    void fill(byte[] bytes, int length) {
        input = bytes;
        inputLength = length;
    }

    @Override
    public DeflatedBlock call() {
        deflater.reset();
        deflater.setInput(input, 0, inputLength);
        outputLength = 0;
        while (true) {
            outputLength += deflater.deflate(output, outputLength, output.length - outputLength, Deflater.SYNC_FLUSH);
            if (outputLength < output.length) {
                return this;
            }
            output = Arrays.copyOf(output, 2 * output.length);
        }
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(output, 0, outputLength);
    }

    /** Frees the native memory. */
    void end() {
        deflater.end();
    }
}
