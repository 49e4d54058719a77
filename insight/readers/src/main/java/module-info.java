/** Readers of profiles in files, within limits, as traces and as data. */
@SuppressWarnings("requires-automatic") // protobuf-java names its module, and has no more of one.
module io.stepprofiler.readers {
    requires transitive io.stepprofiler.trace;
    requires com.fasterxml.jackson.databind;
    requires com.google.common;
    // E4: protobuf-java must not enter the training process.
    requires com.google.protobuf;
    requires static org.jspecify;

    exports io.stepprofiler.readers.accounting;
    exports io.stepprofiler.readers.xspace;

    // The text form is written and read by reflection.
    opens io.stepprofiler.readers.xspace.proto to
            com.google.protobuf;

    provides io.stepprofiler.imports.TraceImporter with
            io.stepprofiler.readers.chrome.ChromeTraceImporter,
            io.stepprofiler.readers.xspace.trace.XSpaceImporter;
}
