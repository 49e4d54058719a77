package io.stepprofiler.capture.tensorflow;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.stepprofiler.capture.hosting.Refusals;
import io.stepprofiler.capture.proto.tensorflow.ProfileResponse;
import io.stepprofiler.capture.proto.tensorflow.ProfileToolData;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.handlers.xplane.XPlaneExporter;
import io.stepprofiler.trace.Trace;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Converts traces to responses: with an XSpace as the data of a tool, in its own field, or both. */
final class ToolReplies {
    /** Name under which clients expect the data. */
    private static final String TOOL = "xplane.pb";

    private ToolReplies() {}

    /** {@return a response with the trace in its own field, without data if nothing was recorded} */
    static ProfileResponse xspace(Trace trace, long maxBytes) throws IOException {
        return trace.eventCount() == 0
                ? empty()
                : ProfileResponse.newBuilder()
                        .setXspace(export(trace, maxBytes))
                        .build();
    }

    /** {@return a response with the trace as the data of a tool, without data if nothing was recorded} */
    static ProfileResponse toolData(Trace trace, boolean withXSpace, long maxBytes) throws IOException {
        if (trace.eventCount() == 0) {
            return empty();
        }
        ByteString data = export(trace, withXSpace ? maxBytes / 2 : maxBytes);
        ProfileResponse.Builder reply = ProfileResponse.newBuilder()
                .addToolData(ProfileToolData.newBuilder().setName(TOOL).setData(data));
        return (withXSpace ? reply.setXspace(data) : reply).build();
    }

    private static ProfileResponse empty() {
        return ProfileResponse.newBuilder().setEmptyTrace(true).build();
    }

    private static ByteString export(Trace trace, long maxBytes) throws IOException {
        ByteString.Output bytes = ByteString.newOutput();
        new XPlaneExporter().export(trace, "profile.xplane.pb", new Limited(bytes, maxBytes), ExportMeter.none());
        return bytes.toByteString();
    }

    /** Stream that fails if a reply becomes too large. */
    private static final class Limited extends FilterOutputStream {
        private final long most;
        private long left;

        Limited(OutputStream out, long most) {
            super(out);
            this.most = most;
            left = most;
        }

        @Override
        public void write(int one) throws IOException {
            take(1);
            out.write(one);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            take(length);
            out.write(bytes, offset, length);
        }

        private void take(int length) {
            left -= length;
            if (left < 0) {
                throw Refusals.because(
                        Status.RESOURCE_EXHAUSTED,
                        "The profile has more than the allowed " + most + " bytes: record a shorter time");
            }
        }
    }
}
