package io.stepprofiler.handlers.output;

import java.io.IOException;
import java.io.OutputStream;

/** Container format around the deflated blocks of one file. */
public interface Container {
    /**
     * Sees a block before it is compressed.
     *
     * @param block the block; not to be kept
     * @param length how many of its bytes count
     */
    void take(byte[] block, int length);

    /**
     * Writes a block; they come in the order in which they were taken.
     *
     * @param deflated the block as deflate blocks of which none is the last, which end at a byte boundary; not to be
     *     kept
     * @param length how many of its bytes count
     * @param out where to
     * @throws IOException if {@code out} fails
     */
    void write(byte[] deflated, int length, OutputStream out) throws IOException;

    /**
     * Writes what is behind the last block.
     *
     * @param out where to
     * @throws IOException if {@code out} fails
     */
    void finish(OutputStream out) throws IOException;
}
