package io.stepprofiler.handlers.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Compresses with zlib's fastest level: trace files are so repetitive that more effort gains little.
 *
 * <p>Closing does not complete the file, so that a failed file does not look complete, and leaves the underlying stream
 * open; call {@link #finish()} before.
 */
public final class FastGzip extends GZIPOutputStream {
    private static final int BUFFER = 1 << 16;

    /**
     * Compresses to a stream.
     *
     * @param out where to write; not closed
     * @throws IOException if {@code out} fails
     */
    public FastGzip(OutputStream out) throws IOException {
        super(out, BUFFER);
        def.setLevel(Deflater.BEST_SPEED);
    }

    /** Frees the native memory. */
    @Override
    public void close() {
        def.end();
    }
}
