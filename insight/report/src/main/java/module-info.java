/** Formats of the report of steps: a page, the summary, text for terminals, Markdown. */
@SuppressWarnings("module") // The compiler does not know the module that a package is for.
module io.stepprofiler.report {
    requires transitive io.stepprofiler.analysis;
    requires transitive io.stepprofiler.fleet;
    requires com.fasterxml.jackson.databind;
    requires static org.jspecify;

    exports io.stepprofiler.report;
    exports io.stepprofiler.report.faces to
            com.fasterxml.jackson.databind,
            io.stepprofiler.capture;

    provides io.stepprofiler.analysis.memory.MemoryPage with
            io.stepprofiler.report.faces.MemoryReport;
    provides io.stepprofiler.trace.TraceExporter with
            io.stepprofiler.report.faces.ReportExporter;
}
