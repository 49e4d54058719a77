package io.stepprofiler.capture.guard;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What a client of HTTP/2 sends, frame by frame. */
public final class Frames {
    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PING = 6;
    public static final int CONTINUATION = 9;
    public static final int END_HEADERS = 4;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** The beginning of a connection: the preface, and no settings. */
    public static Frames connection() {
        Frames frames = new Frames();
        frames.bytes.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return frames.frame(SETTINGS, 0, 0, new byte[0]);
    }

    public Frames frame(int type, int flags, int stream, byte[] payload) {
        bytes.writeBytes(ByteBuffer.allocate(9)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .array());
        bytes.writeBytes(payload);
        return this;
    }

    /** The same frame so many times. */
    public Frames frames(int count, int type, int flags, int stream, byte[] payload) {
        for (int i = 0; i < count; i++) {
            frame(type, flags, stream, payload);
        }
        return this;
    }

    public byte[] bytes() {
        return bytes.toByteArray();
    }
}
