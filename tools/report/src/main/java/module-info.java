/** Faces of the report of steps: a page, the summary, text for terminals, Markdown. */
module io.stepprofiler.report {
    requires transitive io.stepprofiler.analysis;
    requires transitive io.stepprofiler.handlers;
    requires com.fasterxml.jackson.databind;
    requires static org.jspecify;

    exports io.stepprofiler.report;

    provides io.stepprofiler.handlers.memory.MemoryPage with
            io.stepprofiler.report.MemoryReport;
    provides io.stepprofiler.trace.TraceExporter with
            io.stepprofiler.report.ReportExporter;
}
