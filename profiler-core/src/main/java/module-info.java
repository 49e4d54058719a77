/** Step profiler: profiles, scopes, and the interfaces of sources of activity. */
@SuppressWarnings("module") // The compiler does not see the modules that some packages are exported to.
module io.stepprofiler.core {
    requires transitive io.stepprofiler.schedule;
    requires transitive io.stepprofiler.trace;
    requires java.management;
    requires static jdk.management;
    requires static org.jspecify;

    exports io.stepprofiler;
    exports io.stepprofiler.delivery to
            io.stepprofiler.capture;
    exports io.stepprofiler.environment to
            io.stepprofiler.capture,
            io.stepprofiler.cuda,
            io.stepprofiler.jvm;
    exports io.stepprofiler.recording to
            io.stepprofiler.jvm,
            io.stepprofiler.mxnet;
    exports io.stepprofiler.source;
    exports io.stepprofiler.window to
            io.stepprofiler.jvm;

    uses io.stepprofiler.segment.JournalFormat;
    uses io.stepprofiler.source.BackgroundPriority;
    uses io.stepprofiler.source.BacktraceSource;
}
