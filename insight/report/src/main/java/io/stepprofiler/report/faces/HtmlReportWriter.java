package io.stepprofiler.report.faces;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.report.page.PageWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/**
 * The report as a page: one HTML file that needs no network and no server. It contains its own summary, so that it can
 * be read back. Names from traces are always text, never markup.
 */
public final class HtmlReportWriter {
    private HtmlReportWriter() {}

    /**
     * Writes a page.
     *
     * @param report the report
     * @param blocks additional data of the windows, in their order; windows past its end have none
     * @param out destination; stays open
     * @throws IOException if writing fails
     */
    public static void write(StepReport report, List<WindowBlocks> blocks, OutputStream out) throws IOException {
        PageWriter.write(
                PageWriter.Kind.REPORT,
                title(report),
                Map.of(
                        "summary", SummaryFile.json(report),
                        "markdown", SummaryFile.string(ReportDocument.markdown(report)),
                        "rules", SummaryFile.string(RuleTexts.of(report))),
                blocks.stream().map(WindowBlocks::gzipped).toList(),
                out);
    }

    /** The name of the program, or else the verdict, so that tabs of a browser differ. */
    private static String title(StepReport report) {
        return report.windows().stream()
                        .findFirst()
                        .map(window -> Headings.program(window)
                                        .orElseGet(() ->
                                                window.diagnosis().verdict().title())
                                + " — ")
                        .orElse("")
                + "Step Profiler";
    }
}
