/** Captures of a running job from outside: the server, and its client. */
@SuppressWarnings("requires-automatic") // grpc-java and protobuf-java only declare automatic module names.
module io.stepprofiler.capture {
    requires transitive io.stepprofiler.core;
    requires io.stepprofiler.analysis;
    requires io.stepprofiler.handlers;
    requires io.stepprofiler.report;
    requires com.google.common;
    requires com.google.protobuf;
    requires io.grpc;
    requires io.grpc.okhttp;
    requires io.grpc.protobuf;
    requires io.grpc.stub;
    requires io.grpc.util;
    requires java.logging;
    requires static org.jspecify;

    exports io.stepprofiler.capture;
    exports io.stepprofiler.capture.client;
}
