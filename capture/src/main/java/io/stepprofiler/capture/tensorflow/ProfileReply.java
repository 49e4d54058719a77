package io.stepprofiler.capture.tensorflow;

import io.grpc.MethodDescriptor.Marshaller;
import io.stepprofiler.capture.proto.tensorflow.ProfileResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A {@link ProfileResponse} whose profile is a file, read while it is sent: in the heap there is what the client has not
 * taken yet, once.
 *
 * @param file an XSpace, closed
 * @param bytes length of the file
 * @param fields of the response that have it; none says that nothing was recorded
 */
record ProfileReply(Path file, long bytes, List<Field> fields) {
    /** By this name clients know what the data is. */
    private static final String TOOL = "xplane.pb";

    /** Where an XSpace stands in a response. */
    enum Field {
        /** As the data of a tool, which clients store. */
        TOOL_DATA,
        /** As such, which clients of snapshots store. */
        XSPACE
    }

    /** Writes replies; the server never reads one. */
    static final Marshaller<ProfileReply> MARSHALLER = new Marshaller<>() {
        @Override
        public InputStream stream(ProfileReply reply) {
            try {
                return reply.open();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public ProfileReply parse(InputStream stream) {
            throw new UnsupportedOperationException();
        }
    };

    /** Says that nothing was recorded. */
    static ProfileReply empty() {
        return new ProfileReply(Path.of(""), 0, List.of());
    }

    private InputStream open() throws IOException {
        MessageWithFile message = new MessageWithFile(file, bytes);
        for (Field field : fields) {
            if (field == Field.XSPACE) {
                message.file(ProfileResponse.XSPACE_FIELD_NUMBER);
            } else {
                message.toolData(TOOL);
            }
        }
        if (fields.isEmpty()) {
            message.bytes(
                    ProfileResponse.newBuilder().setEmptyTrace(true).build().toByteArray());
        }
        return message.open();
    }
}
