package io.stepprofiler.journal.blocks;

import java.io.Closeable;
import java.io.IOException;
import java.util.Locale;

/** Compressor of bytes; used by one thread at a time. */
interface Compressor extends Closeable {
    /**
     * System property that chooses the compressor: {@code zstd}, {@code deflate} or {@code none}; by default
     * {@code zstd} if its library can be loaded, else {@code none}.
     */
    String PROPERTY = "stepprofiler.journal.compression";

    Compression kind();

    /**
     * Compresses bytes, and returns the compressed size.
     *
     * @param to has room for a little more than {@code length} bytes at {@code toAt}; its content is undefined if the
     *     result is {@code length} or more
     */
    int compress(byte[] from, int at, int length, byte[] to, int toAt) throws IOException;

    @Override
    void close();

    /** Creates the compressor that {@link #PROPERTY} names, or the default. */
    static Compressor create() {
        String wanted = System.getProperty(PROPERTY, "").toLowerCase(Locale.ROOT);
        return switch (wanted) {
            case "none" -> new PlainBytes();
            case "deflate" -> new DeflatedBytes();
            default -> zstdOrElse();
        };
    }

    private static Compressor zstdOrElse() {
        try {
            if (ZstdBytes.isWelcome()) {
                return new ZstdBytes();
            }
        } catch (LinkageError e) {
            // The library is missing or does not run here: a C library other than glibc, or a temporary directory
            // mounted noexec.
        }
        // Not deflate: it takes five times as long as Zstandard and the rest of writing together, so it must be
        // requested.
        return new PlainBytes();
    }
}
