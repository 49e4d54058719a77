package io.stepprofiler.report.page;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Compresses a block as gzip. In numbers that follow no order nothing repeats but by chance: who says so has them written
 * in a sixth of the time, and in less bytes, because what only seems to repeat is not looked for. Not thread-safe.
 */
final class BlockStream extends GZIPOutputStream {
    private static final int BUFFER = 1 << 16;

    BlockStream(OutputStream out) throws IOException {
        super(out, BUFFER);
    }

    /** Whether what follows has something in it that repeats, as is taken for granted in the beginning. */
    void expectRepeats(boolean hasRepeats) {
        def.setStrategy(hasRepeats ? Deflater.DEFAULT_STRATEGY : Deflater.HUFFMAN_ONLY);
    }

    /** Whether nothing was written yet. */
    boolean isEmpty() {
        return def.getBytesRead() == 0;
    }
}
