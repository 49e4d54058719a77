package io.stepprofiler.handlers.output;

import java.io.IOException;
import java.io.OutputStream;

/** Blocks that go into the file as they are. */
public final class PlainBlocks implements Blocks {
    private static final int BLOCK_BYTES = 1 << 16;

    private final OutputStream out;

    /**
     * Blocks of a stream.
     *
     * @param out where to write; not closed
     */
    public PlainBlocks(OutputStream out) {
        this.out = out;
    }

    @Override
    public byte[] first() {
        return new byte[BLOCK_BYTES];
    }

    @Override
    public byte[] next(byte[] block, int length) throws IOException {
        out.write(block, 0, length);
        return block;
    }

    @Override
    public void finish(byte[] block, int length) throws IOException {
        out.write(block, 0, length);
    }

    @Override
    public void close() {}
}
