/** Comparison of variants of a function under the profiler, to find the fastest. */
module io.stepprofiler.tuning {
    requires transitive io.stepprofiler.core;
    requires transitive io.stepprofiler.readers;
    requires io.stepprofiler.analysis;
    requires io.stepprofiler.handlers;
    requires com.fasterxml.jackson.databind;
    requires static org.jspecify;

    exports io.stepprofiler.tuning;

    opens io.stepprofiler.tuning to
            com.fasterxml.jackson.databind;
}
