package io.stepprofiler.handlers.output;

import java.io.Closeable;
import java.io.IOException;

/**
 * Sink of the bytes of a file, block by block.
 *
 * <p>The writer fills the array it was given, or a longer one that it takes in its place, and hands it back for an
 * empty one, so that no byte is copied on its way to the compressor and memory does not grow with the file.
 */
public interface Blocks extends Closeable {
    /** {@return the block to begin with} */
    byte[] first();

    /**
     * Takes a block.
     *
     * @param block the filled block; the writer must not use it any more
     * @param length how many of its bytes count
     * @return an empty block
     * @throws IOException if the file cannot be written
     */
    byte[] next(byte[] block, int length) throws IOException;

    /**
     * Takes the last block.
     *
     * @param block the filled block; the writer must not use it any more
     * @param length how many of its bytes count
     * @throws IOException if the file cannot be written
     */
    void finish(byte[] block, int length) throws IOException;

    /** Frees the resources for writing, whether or not the file was finished. */
    @Override
    void close();
}
