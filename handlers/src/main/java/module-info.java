/** Handlers and exporters: everything that turns a trace into files and tables. */
@SuppressWarnings("module") // The compiler does not know the module that a package is for.
module io.stepprofiler.handlers {
    requires transitive io.stepprofiler.analysis;
    requires transitive io.stepprofiler.trace;
    requires com.fasterxml.jackson.databind;
    requires jdk.httpserver;
    requires static org.jspecify;

    exports io.stepprofiler.handlers.chrome;
    exports io.stepprofiler.handlers.executiontrace;
    exports io.stepprofiler.handlers.functions;
    exports io.stepprofiler.handlers.link;
    exports io.stepprofiler.handlers.memory;
    exports io.stepprofiler.handlers.perfetto;
    exports io.stepprofiler.handlers.pprof;
    exports io.stepprofiler.handlers.stacks;
    exports io.stepprofiler.handlers.table;
    exports io.stepprofiler.handlers.tensorboard;
    exports io.stepprofiler.handlers.xplane;

    provides io.stepprofiler.trace.TraceExporter with
            io.stepprofiler.handlers.chrome.ChromeTraceExporter,
            io.stepprofiler.handlers.perfetto.PerfettoExporter,
            io.stepprofiler.handlers.pprof.PprofExporter,
            io.stepprofiler.handlers.xplane.XPlaneExporter;
}
