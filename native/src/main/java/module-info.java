/** Native code of the profiler behind a small Java face, and whether this process can use it. */
@SuppressWarnings("module") // The compiler does not know the module that the second package is for.
module io.stepprofiler.nativeaccess {
    requires transitive io.stepprofiler.core;
    requires static org.jspecify;

    exports io.stepprofiler.nativeaccess;
    exports io.stepprofiler.nativeaccess.torch to
            io.stepprofiler.pytorch;

    provides io.stepprofiler.source.BackgroundPriority with
            io.stepprofiler.nativeaccess.NativePriority;
    provides io.stepprofiler.source.BacktraceSource with
            io.stepprofiler.nativeaccess.ThrowableBacktrace;
    provides io.stepprofiler.clock.TickSource with
            io.stepprofiler.nativeaccess.TimeStampCounter;
}
