/** Metrics of training steps for Micrometer. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // Micrometer has names of modules only.
module io.stepprofiler.micrometer {
    requires transitive io.stepprofiler.core;
    requires transitive micrometer.core;
    requires io.stepprofiler.report;
    requires static org.jspecify;

    exports io.stepprofiler.micrometer;
}
