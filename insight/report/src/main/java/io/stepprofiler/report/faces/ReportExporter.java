package io.stepprofiler.report.faces;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;

/** Writes the report of a trace as a page, for files that end in {@code .html}. */
public final class ReportExporter implements TraceExporter {
    /** Found by {@link java.util.ServiceLoader}. */
    public ReportExporter() {}

    @Override
    public Set<String> suffixes() {
        return Set.of(".html");
    }

    /** Takes several passes over the events. */
    @Override
    public void export(Trace trace, String fileName, OutputStream out, ExportMeter meter) throws IOException {
        StepReport.Source source = StepReport.Source.of(trace);
        StepReport report = StepReport.of(List.of(source), RuleSet.all());
        HtmlReportWriter.write(report, List.of(WindowBlocks.of(source.window())), out);
    }
}
