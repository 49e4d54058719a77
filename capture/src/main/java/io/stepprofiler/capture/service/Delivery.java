package io.stepprofiler.capture.service;

import io.stepprofiler.capture.proto.v1.FileHead;
import io.stepprofiler.trace.Trace;
import java.io.IOException;

/**
 * Brings traces to clients: writes and keeps them, and sends their files.
 *
 * @param kept the traces that are kept
 * @param descriptions what is said of them
 */
record Delivery(KeptTraces kept, Descriptions descriptions) {
    /** Keeps a trace that has just been made, and sends it. */
    KeptTrace keep(Trace trace, TraceWriter writer, String origin) throws IOException {
        return kept.add(trace, writer, descriptions.trace(trace, origin));
    }

    /** Sends a trace that is kept. */
    void send(KeptTrace trace, TraceWriter writer, Outflow<?> out) throws IOException {
        KeptFile file = kept.fetch(trace, writer);
        FileHead head = FileHead.newBuilder()
                .setTrace(trace.info())
                .setFormat(writer.format())
                .setBytes(file.bytes())
                .setSha256(file.sha256())
                .setEnding(writer.ending())
                .build();
        out.file(head, file);
    }
}
