package io.stepprofiler.report.faces;

import io.stepprofiler.analysis.diff.ReportDiff;
import io.stepprofiler.report.page.PageWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The difference of two sides as a page: one HTML file that needs no network and no server. Names from traces are always
 * text.
 */
public final class DiffHtmlFace {
    private DiffHtmlFace() {}

    /** Browsers open much more; that is no reason to send it around. */
    private static final long MAX_BYTES_OF_A_SIDE = 4_000_000;

    /**
     * Writes a page that has flame graphs of samples and waits, too, where both sides do.
     *
     * @param diff the difference
     * @param base what is known of the windows of the base beside their summaries; the first of them are taken, up to
     *     some megabytes
     * @param next the same of the new side
     * @param out where to write; stays open
     * @throws IOException if writing fails
     */
    public static void write(ReportDiff diff, List<WindowBlocks> base, List<WindowBlocks> next, OutputStream out)
            throws IOException {
        Map<String, byte[]> blocks = new LinkedHashMap<>();
        addFlames("base", base, blocks);
        addFlames("new", next, blocks);
        PageWriter.writeDiff(
                DiffFigures.word(diff) + " · Step Profiler",
                DiffFile.json(diff),
                SummaryFile.string(DiffMarkdownFace.of(diff)),
                blocks,
                out);
    }

    private static void addFlames(String side, List<WindowBlocks> windows, Map<String, byte[]> blocks) {
        long left = MAX_BYTES_OF_A_SIDE;
        int count = 0;
        for (WindowBlocks window : windows) {
            byte[] flame = window.gzipped().get(WindowBlocks.FLAME);
            if (flame != null && flame.length <= left) {
                left -= flame.length;
                blocks.put(side + "-" + count++, flame);
            }
        }
    }
}
