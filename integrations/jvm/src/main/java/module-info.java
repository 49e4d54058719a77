/** What the Java virtual machine does while a profile records, seen by its flight recorder. */
module io.stepprofiler.jvm {
    requires transitive io.stepprofiler.core;
    requires jdk.jfr;
    requires static org.jspecify;

    exports io.stepprofiler.jvm;
}
