/** JAX's profiling interface, in Java's manners. */
module io.stepprofiler.xprof {
    requires transitive io.stepprofiler.core;
    requires transitive io.stepprofiler.handlers;
    requires static org.jspecify;
}
