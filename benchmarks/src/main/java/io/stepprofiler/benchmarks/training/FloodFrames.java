package io.stepprofiler.benchmarks.training;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a hostile client of HTTP/2 sends. */
final class FloodFrames {
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int WINDOW_UPDATE = 8;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int HEADER_BYTES = 9;

    private FloodFrames() {}

    /** How a connection begins. */
    static byte[] preface() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(frame(SETTINGS, 0, 0, new byte[0]));
        return bytes.toByteArray();
    }

    /** A frame that asks for nothing: one byte more may be sent to this connection. */
    static byte[] empty() {
        return frame(WINDOW_UPDATE, 0, 0, new byte[] {0, 0, 0, 1});
    }

    /** A whole call that ends no session: headers by HPACK without its tables, and an empty message. */
    static byte[] call(int stream) {
        ByteArrayOutputStream headers = new ByteArrayOutputStream();
        header(headers, ":method", "POST");
        header(headers, ":scheme", "http");
        header(headers, ":path", "/tensorflow.ProfilerService/Terminate");
        header(headers, ":authority", "localhost");
        header(headers, "content-type", "application/grpc");
        header(headers, "te", "trailers");
        ByteArrayOutputStream call = new ByteArrayOutputStream();
        call.writeBytes(frame(HEADERS, END_HEADERS, stream, headers.toByteArray()));
        call.writeBytes(frame(DATA, END_STREAM, stream, new byte[5]));
        return call.toByteArray();
    }

    private static void header(ByteArrayOutputStream to, String name, String value) {
        to.write(0);
        for (String each : List.of(name, value)) {
            to.write(each.length());
            to.writeBytes(each.getBytes(StandardCharsets.US_ASCII));
        }
    }

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(HEADER_BYTES + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }
}
