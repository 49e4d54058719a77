/** Native code of the profiler behind a small Java face, and whether this process can use it. */
@SuppressWarnings("module") // The compiler does not know the module that the second package is for.
module io.stepprofiler.nativeaccess {
    requires io.stepprofiler.core;
    requires static org.jspecify;

    exports io.stepprofiler.nativeaccess;
    exports io.stepprofiler.nativeaccess.torch to
            io.stepprofiler.pytorch;
}
