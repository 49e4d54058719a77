package io.stepprofiler.capture.service;

import io.grpc.Status;
import io.stepprofiler.capture.proto.v1.FileHead;
import io.stepprofiler.capture.proto.v1.TraceInfo;
import io.stepprofiler.trace.OneLine;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Brings traces to clients: writes and keeps them, and sends their files.
 *
 * @param kept the traces that are kept
 * @param windows those of profiles that nobody has asked for
 * @param descriptions what is said of them
 */
record Delivery(KeptTraces kept, SeenWindows windows, Descriptions descriptions) {
    /** What is said of all traces that are known, the oldest first. */
    List<TraceInfo> list() {
        return Stream.concat(kept.list().stream(), windows.list().stream())
                .sorted(Comparator.comparingLong(TraceInfo::getStartEpochNanos))
                .toList();
    }

    /** Keeps a trace that has just been made, and sends it. */
    KeptTrace keep(Trace trace, TraceWriter writer, String origin) throws IOException {
        String known = windows.idOf(trace);
        TraceInfo.Builder info = descriptions.trace(trace, origin);
        return known == null ? kept.add(trace, writer, info) : kept.add(known, trace, writer, info);
    }

    /** The trace of that name, which is kept from now on. */
    KeptTrace find(String id, TraceWriter writer) throws IOException {
        Optional<KeptTrace> file = kept.find(id);
        if (file.isPresent()) {
            return file.get();
        }
        Trace window = windows.find(id)
                .orElseThrow(() -> Refusal.because(
                        Status.NOT_FOUND,
                        "No trace that is kept has the id " + OneLine.of(id)
                                + "; of a profile's windows it is the last one that can be had"));
        return keep(window, writer, SeenWindows.origin(window));
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
