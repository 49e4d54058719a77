/** Step profiler: profiles, scopes, the trace model, key averages and extension interfaces. */
@SuppressWarnings("module") // The compiler does not see the modules that some packages are exported to.
module io.stepprofiler.core {
    requires transitive io.stepprofiler.schedule;
    requires java.management;
    requires static jdk.management;
    requires static org.jspecify;

    exports io.stepprofiler;
    exports io.stepprofiler.averages;
    exports io.stepprofiler.clock;
    exports io.stepprofiler.delivery to
            io.stepprofiler.capture;
    exports io.stepprofiler.event;
    exports io.stepprofiler.export;
    exports io.stepprofiler.flops to
            io.stepprofiler.analysis;
    exports io.stepprofiler.imports;
    exports io.stepprofiler.journal;
    exports io.stepprofiler.json to
            io.stepprofiler.handlers,
            io.stepprofiler.mxnet;
    exports io.stepprofiler.machine to
            io.stepprofiler.capture,
            io.stepprofiler.cuda,
            io.stepprofiler.jvm;
    exports io.stepprofiler.ledger;
    exports io.stepprofiler.nesting to
            io.stepprofiler.analysis,
            io.stepprofiler.handlers,
            io.stepprofiler.mxnet,
            io.stepprofiler.pytorch,
            io.stepprofiler.readers,
            io.stepprofiler.testkit;
    exports io.stepprofiler.segment to
            io.stepprofiler.analysis,
            io.stepprofiler.handlers,
            io.stepprofiler.journal,
            io.stepprofiler.mxnet;
    exports io.stepprofiler.source;
    exports io.stepprofiler.text to
            io.stepprofiler.analysis,
            io.stepprofiler.capture,
            io.stepprofiler.handlers,
            io.stepprofiler.mxnet,
            io.stepprofiler.report,
            io.stepprofiler.tuning,
            io.stepprofiler.xprof;
    exports io.stepprofiler.trace;
    exports io.stepprofiler.wire to
            io.stepprofiler.analysis,
            io.stepprofiler.handlers,
            io.stepprofiler.journal,
            io.stepprofiler.readers;

    uses io.stepprofiler.segment.JournalFormat;
    uses io.stepprofiler.source.BackgroundPriority;
    uses io.stepprofiler.source.BacktraceSource;
    uses io.stepprofiler.clock.TickSource;
    uses io.stepprofiler.imports.TraceImporter;
    uses io.stepprofiler.trace.TraceExporter;
}
