package io.stepprofiler.handlers.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Callable;

/**
 * One block of a file: deflated on its own, ending at a byte boundary, so that blocks can be put one after another.
 */
class DeflatedBlock implements Callable<DeflatedBlock> {
    private static final int BLOCK_BYTES = 1 << 18;

    private final TextDeflater deflater = new TextDeflater();
    private byte[] input = new byte[BLOCK_BYTES];
    private int inputLength;
    private int outputLength;

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
        outputLength = deflater.deflate(input, inputLength);
        return this;
    }

    void writeTo(Container container, OutputStream out) throws IOException {
        container.write(deflater.output(), outputLength, out);
    }
}
