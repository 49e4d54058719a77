package io.stepprofiler.handlers.chrome;

import java.io.Closeable;
import java.io.IOException;

/**
 * Takes the bytes of a file block by block.
 *
 * <p>The writer fills the block it was given and hands it back for an empty one, so that no byte is copied on its way
 * to the compressor and memory stays the same however long the file is.
 */
interface Blocks extends Closeable {
    /** The block to begin with. */
    byte[] first();

    /** Takes the first {@code length} bytes of the block given last and gives an empty block. */
    byte[] next(int length) throws IOException;

    /** Takes the first {@code length} bytes of the block given last as the end of the file. */
    void finish(int length) throws IOException;

    /** Frees what was needed for writing, whether or not the file was finished. */
    @Override
    void close();
}
