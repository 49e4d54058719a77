package io.stepprofiler.journal.blocks;

import java.util.zip.Deflater;

/** Compression by the JDK's deflater, which is always available. */
final class DeflatedBytes implements Compressor {
    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);

    @Override
    public Compression kind() {
        return Compression.DEFLATE;
    }

    @Override
    public int compress(byte[] from, int at, int length, byte[] to, int toAt) {
        deflater.reset();
        deflater.setInput(from, at, length);
        deflater.finish();
        int size = 0;
        while (!deflater.finished() && toAt + size < to.length) {
            size += deflater.deflate(to, toAt + size, to.length - toAt - size);
        }
        return deflater.finished() ? size : length;
    }

    @Override
    public void close() {
        deflater.end();
    }
}
