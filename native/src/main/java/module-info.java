/** Native code of the profiler behind a small Java interface, with the status of its use in this process. */
@SuppressWarnings("module") // The compiler does not know the modules that the qualified exports name.
module io.stepprofiler.nativeaccess {
    requires transitive io.stepprofiler.core;
    requires static org.jspecify;

    exports io.stepprofiler.nativeaccess to
            io.stepprofiler.cuda,
            io.stepprofiler.pytorch;
    exports io.stepprofiler.nativeaccess.annotations;
    exports io.stepprofiler.nativeaccess.cuda to
            io.stepprofiler.cuda;
    exports io.stepprofiler.nativeaccess.torch to
            io.stepprofiler.pytorch;

    provides io.stepprofiler.source.BackgroundPriority with
            io.stepprofiler.nativeaccess.NativePriority;
    provides io.stepprofiler.source.BacktraceSource with
            io.stepprofiler.nativeaccess.ThrowableBacktrace;
    provides io.stepprofiler.clock.TickSource with
            io.stepprofiler.nativeaccess.TimeStampCounter;
}
