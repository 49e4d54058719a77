/** Recorded data: events, the trace, key averages, the step ledger, and the interfaces of exporters and importers. */
@SuppressWarnings("module") // The compiler does not see the modules that some packages are exported to.
module io.stepprofiler.trace {
    requires static org.jspecify;

    exports io.stepprofiler.amount to
            io.stepprofiler.analysis,
            io.stepprofiler.capture,
            io.stepprofiler.core,
            io.stepprofiler.cuda,
            io.stepprofiler.fleet,
            io.stepprofiler.handlers,
            io.stepprofiler.journal,
            io.stepprofiler.jvm,
            io.stepprofiler.readers,
            io.stepprofiler.report,
            io.stepprofiler.tuning;
    exports io.stepprofiler.averages;
    exports io.stepprofiler.clock;
    exports io.stepprofiler.columns to
            io.stepprofiler.core;
    exports io.stepprofiler.directory to
            io.stepprofiler.handlers,
            io.stepprofiler.report;
    exports io.stepprofiler.document to
            io.stepprofiler.analysis,
            io.stepprofiler.handlers,
            io.stepprofiler.report,
            io.stepprofiler.tuning;
    exports io.stepprofiler.event;
    exports io.stepprofiler.export;
    exports io.stepprofiler.flops to
            io.stepprofiler.analysis;
    exports io.stepprofiler.frameworks to
            io.stepprofiler.analysis,
            io.stepprofiler.core,
            io.stepprofiler.handlers,
            io.stepprofiler.nativeaccess,
            io.stepprofiler.readers;
    exports io.stepprofiler.imports;
    exports io.stepprofiler.journal;
    exports io.stepprofiler.json to
            io.stepprofiler.handlers,
            io.stepprofiler.mxnet;
    exports io.stepprofiler.ledger;
    exports io.stepprofiler.nesting to
            io.stepprofiler.analysis,
            io.stepprofiler.core,
            io.stepprofiler.handlers,
            io.stepprofiler.mxnet,
            io.stepprofiler.pytorch,
            io.stepprofiler.readers,
            io.stepprofiler.testkit;
    exports io.stepprofiler.segment to
            io.stepprofiler.analysis,
            io.stepprofiler.core,
            io.stepprofiler.handlers,
            io.stepprofiler.journal;
    exports io.stepprofiler.services to
            io.stepprofiler.analysis,
            io.stepprofiler.core,
            io.stepprofiler.mxnet;
    exports io.stepprofiler.text to
            io.stepprofiler.analysis,
            io.stepprofiler.capture,
            io.stepprofiler.core,
            io.stepprofiler.handlers,
            io.stepprofiler.mxnet,
            io.stepprofiler.report,
            io.stepprofiler.tuning,
            io.stepprofiler.xprof;
    exports io.stepprofiler.trace;
    exports io.stepprofiler.wire to
            io.stepprofiler.analysis,
            io.stepprofiler.core,
            io.stepprofiler.handlers,
            io.stepprofiler.journal,
            io.stepprofiler.readers;

    uses io.stepprofiler.clock.TickSource;
    uses io.stepprofiler.imports.TraceImporter;
    uses io.stepprofiler.trace.TraceExporter;
}
