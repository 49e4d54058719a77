package io.stepprofiler.benchmarks;

import com.github.luben.zstd.Zstd;
import com.intel.gkl.compression.IntelDeflater;
import io.stepprofiler.handlers.output.TextDeflater;
import java.util.zip.Deflater;

/** Compresses a block of a trace, at a level that is fast. */
interface Compressor {
    /** {@return how many bytes a block becomes} */
    int compress(byte[] block);

    /** That of the exporters. */
    static Compressor ours() {
        TextDeflater deflater = new TextDeflater();
        return block -> deflater.deflate(block, block.length);
    }

    /** The JDK's, at a level of 1 to 9. */
    static Compressor zlib(int level) {
        return deflating(new Deflater(level, true));
    }

    /** Intel's igzip, as the Genomics Kernel Library has it. */
    static Compressor igzip() {
        IntelDeflater deflater = new IntelDeflater(1, true);
        if (!deflater.load(null)) {
            throw new IllegalStateException("igzip cannot be loaded here");
        }
        return deflating(deflater);
    }

    /** Which no viewer of Chrome traces or Perfetto's packets reads. */
    static Compressor zstd(int level) {
        byte[][] out = {{}};
        return block -> {
            int most = (int) Zstd.compressBound(block.length);
            if (out[0].length < most) {
                out[0] = new byte[most];
            }
            return (int) Zstd.compressByteArray(out[0], 0, most, block, 0, block.length, level);
        };
    }

    private static Compressor deflating(Deflater deflater) {
        byte[][] out = {{}};
        return block -> {
            if (out[0].length < 2 * block.length) {
                out[0] = new byte[2 * block.length];
            }
            deflater.reset();
            deflater.setInput(block, 0, block.length);
            deflater.finish();
            int size = 0;
            while (!deflater.finished()) {
                size += deflater.deflate(out[0], 0, out[0].length);
            }
            return size;
        };
    }
}
