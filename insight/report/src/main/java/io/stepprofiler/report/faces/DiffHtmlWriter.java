package io.stepprofiler.report.faces;

import io.stepprofiler.analysis.diff.ReportDiff;
import io.stepprofiler.report.page.PageWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The comparison of two sides as a page: one HTML file that needs no network and no server. Names from traces are
 * always text, never markup.
 */
public final class DiffHtmlWriter {
    private DiffHtmlWriter() {}

    /** Maximum bytes of flame graphs per side, to keep the page small enough for sending. */
    private static final long MAX_BYTES_OF_A_SIDE = 4_000_000;

    /**
     * Writes a page, with flame graphs of samples and waits if both sides have them.
     *
     * @param diff the comparison
     * @param base additional data of the base's windows; the first ones are used, up to some megabytes
     * @param next additional data of the new side's windows
     * @param out destination; stays open
     * @throws IOException if writing fails
     */
    public static void write(ReportDiff diff, List<WindowBlocks> base, List<WindowBlocks> next, OutputStream out)
            throws IOException {
        Map<String, byte[]> blocks = new LinkedHashMap<>();
        addFlames("base", base, blocks);
        addFlames("new", next, blocks);
        PageWriter.write(
                PageWriter.Kind.DIFF,
                DiffFigures.word(diff) + " · Step Profiler",
                Map.of("diff", DiffFile.json(diff), "markdown", SummaryFile.string(DiffDocument.markdown(diff))),
                List.of(blocks),
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
