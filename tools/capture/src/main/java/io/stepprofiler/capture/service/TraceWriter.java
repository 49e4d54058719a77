package io.stepprofiler.capture.service;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.capture.proto.v1.TraceFormat;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.chrome.ChromeTraceExporter;
import io.stepprofiler.handlers.perfetto.PerfettoExporter;
import io.stepprofiler.handlers.pprof.PprofExporter;
import io.stepprofiler.handlers.xplane.XPlaneExporter;
import io.stepprofiler.report.faces.ReportDocument;
import io.stepprofiler.report.faces.ReportExporter;
import io.stepprofiler.report.faces.SummaryFile;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceExporter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;

/** Writers of traces, one per format. */
enum TraceWriter {
    CHROME(TraceFormat.TRACE_FORMAT_CHROME, ".json.gz", new ChromeTraceExporter()),
    PERFETTO(TraceFormat.TRACE_FORMAT_PERFETTO, ".pftrace", new PerfettoExporter()),
    XPLANE(TraceFormat.TRACE_FORMAT_XPLANE, ".xplane.pb", new XPlaneExporter()),
    REPORT(TraceFormat.TRACE_FORMAT_REPORT, ".html", new ReportExporter()),
    SUMMARY(TraceFormat.TRACE_FORMAT_SUMMARY, ".summary.json", SummaryFile::json),
    TEXT(TraceFormat.TRACE_FORMAT_TEXT, ".txt", ReportDocument::text),
    PPROF(TraceFormat.TRACE_FORMAT_PPROF, ".pb.gz", new PprofExporter());

    /** Writes a trace to a stream. */
    private interface Content {
        void write(Trace trace, OutputStream out) throws IOException;
    }

    private final TraceFormat format;
    private final String ending;

    @SuppressWarnings("ImmutableEnumChecker") // Never changed.
    private final Content content;

    TraceWriter(TraceFormat format, String ending, TraceExporter exporter) {
        this.format = format;
        this.ending = ending;
        content = (trace, out) -> exporter.export(trace, "trace" + ending, out, ExportMeter.none());
    }

    TraceWriter(TraceFormat format, String ending, Function<StepReport, String> text) {
        this.format = format;
        this.ending = ending;
        content = (trace, out) -> out.write(text.apply(StepReport.of(trace)).getBytes(StandardCharsets.UTF_8));
    }

    /** The writer of a format; {@link #CHROME} if none was chosen. */
    static TraceWriter of(TraceFormat format) {
        if (format == TraceFormat.UNRECOGNIZED) {
            throw new IllegalArgumentException("format is not allowed: this server writes " + Arrays.asList(values()));
        }
        return Arrays.stream(values())
                .filter(each -> each.format == format)
                .findFirst()
                .orElse(CHROME);
    }

    TraceFormat format() {
        return format;
    }

    /** File ending of the format. */
    String ending() {
        return ending;
    }

    void write(Trace trace, OutputStream out) throws IOException {
        content.write(trace, out);
    }
}
