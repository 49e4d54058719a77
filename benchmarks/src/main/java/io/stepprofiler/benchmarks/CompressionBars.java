package io.stepprofiler.benchmarks;

import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.chrome.ChromeTraceExporter;
import io.stepprofiler.handlers.perfetto.PerfettoExporter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Prints, as a Markdown table, how fast compressors are on one thread with the blocks that exporters make of {@link
 * MillionEvents}, and how small these become.
 *
 * <pre>java -cp benchmarks/target/benchmarks.jar io.stepprofiler.benchmarks.CompressionBars</pre>
 */
public final class CompressionBars {
    private static final int BLOCK_BYTES = 1 << 18;
    private static final int BLOCKS = 32;
    private static final int ROUNDS = 5;
    private static final long ROUND_NANOS = 300_000_000;
    private static final double MEGA = 1e6;

    private static final Map<String, Supplier<Compressor>> COMPRESSORS = new LinkedHashMap<>();

    static {
        COMPRESSORS.put("`TextDeflater`", Compressor::ours);
        COMPRESSORS.put("zlib, level 1", () -> Compressor.zlib(1));
        COMPRESSORS.put("zlib, default level", () -> Compressor.zlib(6));
        COMPRESSORS.put("igzip, level 1 (GKL)", Compressor::igzip);
        COMPRESSORS.put("zstd, level 1", () -> Compressor.zstd(1));
    }

    private CompressionBars() {}

    /** Measures; takes half a minute, and no arguments. */
    public static void main(String[] arguments) throws IOException {
        Map<String, List<byte[]>> formats = formats();
        System.out.println("| compressor | " + String.join(" | ", formats.keySet()) + " |\n|---|---|---|");
        COMPRESSORS.forEach((name, compressor) -> {
            StringBuilder row = new StringBuilder("| ").append(name);
            formats.values()
                    .forEach(blocks -> row.append(" | ")
                            .append(Measured.of(compressor.get(), blocks).text()));
            System.out.println(row.append(" |"));
        });
    }

    /** The exporters' own compressor beside the JDK's fastest level, as two figures for each format. */
    static Map<String, String> ratios() throws IOException {
        Map<String, String> ratios = new LinkedHashMap<>();
        formats().forEach((format, blocks) -> {
            Measured ours = Measured.of(Compressor.ours(), blocks);
            Measured zlib = Measured.of(Compressor.zlib(1), blocks);
            ratios.put(
                    format,
                    String.format(
                            Locale.ROOT,
                            "%.2f × as fast as zlib at level 1, %.2f × the bytes",
                            ours.perSecond() / zlib.perSecond(),
                            ours.share() / zlib.share()));
        });
        return ratios;
    }

    private static Map<String, List<byte[]>> formats() throws IOException {
        MillionEvents events = new MillionEvents();
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        new ChromeTraceExporter().export(events.trace, "trace.json", json, ExportMeter.none());
        ByteArrayOutputStream packets = new ByteArrayOutputStream();
        new PerfettoExporter().export(events.trace, "trace.perfetto-trace", packets, ExportMeter.none());
        Map<String, List<byte[]>> formats = new LinkedHashMap<>();
        formats.put("Chrome JSON", blocks(json.toByteArray()));
        formats.put("Perfetto packets", blocks(packets.toByteArray()));
        return formats;
    }

    private static List<byte[]> blocks(byte[] file) {
        List<byte[]> blocks = new ArrayList<>();
        for (int at = 0; at + BLOCK_BYTES <= file.length && blocks.size() < BLOCKS; at += BLOCK_BYTES) {
            blocks.add(Arrays.copyOfRange(file, at, at + BLOCK_BYTES));
        }
        return blocks;
    }

    /**
     * What a compressor does.
     *
     * @param perSecond bytes that it takes, a second
     * @param share bytes that it makes of each
     */
    private record Measured(double perSecond, double share) {
        /** The fastest of some rounds. */
        static Measured of(Compressor compressor, List<byte[]> blocks) {
            double fastest = 0;
            long made = 0;
            for (int round = 0; round < ROUNDS; round++) {
                long begin = System.nanoTime();
                long passed = 0;
                long taken = 0;
                while (passed < ROUND_NANOS) {
                    made = 0;
                    for (byte[] block : blocks) {
                        made += compressor.compress(block);
                        taken += block.length;
                    }
                    passed = System.nanoTime() - begin;
                }
                fastest = Math.max(fastest, taken * 1e9 / passed);
            }
            return new Measured(fastest, (double) made / blocks.size() / BLOCK_BYTES);
        }

        String text() {
            return String.format(Locale.ROOT, "%.0f MB/s, %.1f %%", perSecond / MEGA, 100 * share);
        }
    }
}
