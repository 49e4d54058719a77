package io.stepprofiler.capture.tensorflow;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.grpc.KnownLength;
import io.stepprofiler.capture.proto.tensorflow.ProfileResponse;
import io.stepprofiler.capture.proto.tensorflow.ProfileToolData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The bytes of a message one of whose fields, or several, are a file. */
final class MessageWithFile {
    private final Path file;
    private final long fileBytes;
    private final List<Part> parts = new ArrayList<>();
    private long length;

    /** What opens a piece of the message. */
    private interface Part {
        InputStream open() throws IOException;
    }

    MessageWithFile(Path file, long fileBytes) {
        this.file = file;
        this.fileBytes = fileBytes;
    }

    void bytes(byte[] bytes) {
        parts.add(() -> new ByteArrayInputStream(bytes));
        length += bytes.length;
    }

    /** The file as a field of the message. */
    void file(int field) throws IOException {
        bytes(lengthBefore(field, fileBytes));
        parts.add(() -> Files.newInputStream(file));
        length += fileBytes;
    }

    /** The file as the data of a tool. */
    void toolData(String tool) throws IOException {
        byte[] name = ProfileToolData.newBuilder().setName(tool).build().toByteArray();
        byte[] data = lengthBefore(ProfileToolData.DATA_FIELD_NUMBER, fileBytes);
        bytes(lengthBefore(ProfileResponse.TOOL_DATA_FIELD_NUMBER, name.length + data.length + fileBytes));
        bytes(name);
        file(ProfileToolData.DATA_FIELD_NUMBER);
    }

    private static byte[] lengthBefore(int field, long length) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        out.writeTag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
        out.writeUInt64NoTag(length);
        out.flush();
        return bytes.toByteArray();
    }

    /** {@return the message, which says how long it is} */
    InputStream open() throws IOException {
        List<InputStream> opened = new ArrayList<>();
        for (Part part : parts) {
            opened.add(part.open());
        }
        return new Measured(new SequenceInputStream(Collections.enumeration(opened)), Math.toIntExact(length));
    }

    /** What gRPC wants of a message, so that it needs no copy to find its length. */
    private static final class Measured extends FilterInputStream implements KnownLength {
        private int left;

        Measured(InputStream in, int length) {
            super(in);
            this.left = length;
        }

        @Override
        public int read() throws IOException {
            int one = super.read();
            left -= one < 0 ? 0 : 1;
            return one;
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
            int read = super.read(bytes, offset, count);
            left -= Math.max(read, 0);
            return read;
        }

        @Override
        public int available() {
            return left;
        }
    }
}
