package io.stepprofiler.report.page;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Stream that compresses a block as gzip. Unordered numbers repeat only by chance: without the search for repetitions
 * they compress in a sixth of the time, and to fewer bytes. Not thread-safe.
 */
final class BlockStream extends GZIPOutputStream {
    private static final int BUFFER = 1 << 16;

    BlockStream(OutputStream out) throws IOException {
        super(out, BUFFER);
    }

    /** Sets whether to search the following data for repetitions; initially true. */
    void expectRepeats(boolean hasRepeats) {
        def.setStrategy(hasRepeats ? Deflater.DEFAULT_STRATEGY : Deflater.HUFFMAN_ONLY);
    }

    /** True if nothing was written yet. */
    boolean isEmpty() {
        return def.getBytesRead() == 0;
    }
}
