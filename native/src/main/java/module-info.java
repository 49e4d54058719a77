/** Where native code will plug into the profiler: a faster clock, processor counters, devices. There is none yet. */
module io.stepprofiler.nativeaccess {
    requires io.stepprofiler.core;
    requires static org.jspecify;

    exports io.stepprofiler.nativeaccess;
}
