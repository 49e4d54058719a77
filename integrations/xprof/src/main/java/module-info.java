/** JAX's profiling interface in Java. */
module io.stepprofiler.xprof {
    requires transitive io.stepprofiler.core;
    requires transitive io.stepprofiler.handlers;
    requires static io.stepprofiler.jvm;
    requires static org.jspecify;

    exports io.stepprofiler.xprof;
}
