/** MXNet's profiling interface, in Java's manners. */
module io.stepprofiler.mxnet {
    requires transitive io.stepprofiler.core;
    requires io.stepprofiler.handlers;
    requires java.management;
    requires static org.jspecify;

    exports io.stepprofiler.mxnet;

    uses io.stepprofiler.source.ActivitySource;
}
