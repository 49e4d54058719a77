/** Activity of the Java virtual machine, recorded by its flight recorder: a source of windows, and a reader of files. */
module io.stepprofiler.jvm {
    requires transitive io.stepprofiler.core;
    requires jdk.jfr;
    requires static org.jspecify;

    exports io.stepprofiler.jvm;

    provides io.stepprofiler.imports.TraceImporter with
            io.stepprofiler.jvm.FlightRecordingImporter;
}
