package io.stepprofiler.report;

import io.stepprofiler.analysis.diff.ReportDiff;
import io.stepprofiler.report.page.PageWriter;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The difference of two sides as a page: one HTML file that needs no network and no server. Names from traces are always
 * text.
 */
public final class DiffHtmlFace {
    private DiffHtmlFace() {}

    /**
     * Writes a page.
     *
     * @param diff the difference
     * @param out where to write; stays open
     * @throws IOException if writing fails
     */
    public static void write(ReportDiff diff, OutputStream out) throws IOException {
        PageWriter.writeDiff(
                DiffFigures.word(diff) + " · Step Profiler",
                DiffFile.json(diff),
                SummaryFile.string(DiffMarkdownFace.of(diff)),
                out);
    }
}
