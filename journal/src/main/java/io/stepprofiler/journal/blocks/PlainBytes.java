package io.stepprofiler.journal.blocks;

/** Compressor that compresses nothing. */
final class PlainBytes implements Compressor {
    @Override
    public Compression kind() {
        return Compression.NONE;
    }

    @Override
    public int compress(byte[] from, int at, int length, byte[] to, int toAt) {
        return length;
    }

    @Override
    public void close() {
        // Nothing to close.
    }
}
