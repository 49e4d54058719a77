package io.stepprofiler.handlers.chrome;

import io.stepprofiler.handlers.output.TextDeflater;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import java.util.zip.CRC32;

/**
 * One block of a gzip file: deflated on its own, ending at a byte boundary, so that blocks can be put one after
 * another.
 */
class GzipBlock implements Callable<GzipBlock> {
    private static final int BLOCK_BYTES = 1 << 18;

    private final TextDeflater deflater = new TextDeflater();
    private final byte[] input = new byte[BLOCK_BYTES];
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
        outputLength = deflater.deflate(input, inputLength);
        return this;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(deflater.output(), 0, outputLength);
    }
}
