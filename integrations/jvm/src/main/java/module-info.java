/** Source of activity of the Java virtual machine, recorded by its flight recorder. */
module io.stepprofiler.jvm {
    requires transitive io.stepprofiler.core;
    requires jdk.jfr;
    requires static org.jspecify;

    exports io.stepprofiler.jvm;
}
