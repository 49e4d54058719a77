package io.stepprofiler.journal.blocks;

import java.io.Closeable;
import java.io.IOException;
import java.util.Locale;

/** Compresses bytes; used by one thread at a time. */
interface Compressor extends Closeable {
    /**
     * Which compressor is taken: {@code zstd}, {@code deflate} or {@code none}; by default the first if it can be had,
     * else the last.
     */
    String PROPERTY = "stepprofiler.journal.compression";

    Compression kind();

    /**
     * Compresses, and gives how many bytes it has put.
     *
     * @param to has room for {@code length} bytes and a few more at {@code toAt}; a result of {@code length} or more
     *     has no meaning
     */
    int compress(byte[] from, int at, int length, byte[] to, int toAt) throws IOException;

    @Override
    void close();

    /** The one that is asked for, or that works best here. */
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
            // Not there, or not for this machine: a C library without glibc, a directory for temporary files that must
            // not run code.
        }
        // Deflate takes five times as long as Zstandard and everything else that writing takes: a user who wants it
        // must say so.
        return new PlainBytes();
    }
}
