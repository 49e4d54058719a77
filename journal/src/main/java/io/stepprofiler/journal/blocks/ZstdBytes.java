package io.stepprofiler.journal.blocks;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;

/** Compression with Zstandard's native library. */
final class ZstdBytes implements Compressor {
    /** The fastest regular level; negative levels compress less. */
    private static final int LEVEL = 1;

    private static final int FIRST_RELEASE_THAT_WARNS = 24;

    private final ZstdCompressCtx context =
            new ZstdCompressCtx().setLevel(LEVEL).setChecksum(false);

    /**
     * True if the virtual machine loads the library without a warning.
     *
     * @throws LinkageError if it cannot be loaded
     */
    static boolean isWelcome() {
        return Runtime.version().feature() < FIRST_RELEASE_THAT_WARNS || mayUseNativeCode(Zstd.class.getModule());
    }

    /** By reflection: the method is newer than the language level. */
    private static boolean mayUseNativeCode(Module module) {
        try {
            return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(module);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }

    @Override
    public Compression kind() {
        return Compression.ZSTD;
    }

    @Override
    public int compress(byte[] from, int at, int length, byte[] to, int toAt) throws IOException {
        try {
            return context.compressByteArray(to, toAt, to.length - toAt, from, at, length);
        } catch (ZstdException e) {
            throw new IOException("Zstandard cannot compress: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        context.close();
    }

    static void decompress(byte[] from, int at, int length, byte[] to) throws IOException {
        try {
            long size = Zstd.decompressByteArray(to, 0, to.length, from, at, length);
            if (size != to.length) {
                throw new IOException("Compressed bytes end after " + size + " of " + to.length);
            }
        } catch (ZstdException e) {
            throw new IOException("Compressed bytes are invalid: " + e.getMessage(), e);
        }
    }
}
