package io.stepprofiler.capture.tensorflow;

import io.grpc.stub.StreamObserver;
import io.stepprofiler.capture.hosting.Hosting;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.xplane.XPlaneExporter;
import io.stepprofiler.trace.Trace;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Sends traces as profiles. */
final class Replies {
    /** What a message has beside the profile. */
    private static final int MESSAGE_BYTES = 64;

    private Replies() {}

    /**
     * Answers a call with a trace, by a file that is removed afterwards; the call is not completed.
     *
     * @throws ReplyTooLongException if it does not fit into a message
     */
    static void send(Trace trace, Hosting hosting, List<ProfileReply.Field> fields, StreamObserver<ProfileReply> client)
            throws IOException {
        if (trace.eventCount() == 0) {
            client.onNext(ProfileReply.empty());
            return;
        }
        Path file = Files.createTempFile(hosting.directory().path(), "profile", ".xplane.pb");
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                new XPlaneExporter().export(trace, "profile.xplane.pb", out, ExportMeter.none());
            }
            long bytes = Files.size(file);
            long message = (bytes + MESSAGE_BYTES) * fields.size();
            if (message > hosting.maxReplyBytes()) {
                throw new ReplyTooLongException(message, hosting.maxReplyBytes());
            }
            client.onNext(new ProfileReply(file, bytes, fields));
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
