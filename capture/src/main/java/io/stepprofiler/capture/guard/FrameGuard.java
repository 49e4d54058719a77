package io.stepprofiler.capture.guard;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * What a connection sends, followed frame by frame, and ended where no client of ours would go on.
 *
 * <p>The HTTP/2 reader behind it collects all headers of a call before it looks at their size, and takes frames without
 * contents as fast as they come: continued headers without end would fill the memory of the training, resets and
 * settings its processors. A stream that is ended looks to the reader as if the client had gone.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9113#section-4.1">RFC 9113, frame format</a>
 */
final class FrameGuard extends InputStream {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER_BYTES = 9;

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int CONTINUATION = 9;
    private static final int END_HEADERS = 4;

    /** The largest that HTTP/2 allows unless the other side offers more, which the server does not. */
    private static final int MAX_FRAME_BYTES = 1 << 14;

    /** A client that takes a long reply fast tells so in some thousand frames a second. */
    private static final int MAX_FRAMES_PER_SECOND = 50_000;

    private final InputStream in;
    private final FrameLimits limits;
    private final Connection connection;
    private final Rate frames;
    private final Rate calls;
    private final Rate resets;

    private int prefaceBytes;
    private final byte[] header = new byte[HEADER_BYTES];
    private int headerBytes;
    private int payloadLeft;
    private long headersOfCall;
    private boolean ended;

    FrameGuard(InputStream in, FrameLimits limits, Connection connection) {
        this.in = in;
        this.limits = limits;
        this.connection = connection;
        long now = System.nanoTime();
        this.frames = new Rate(MAX_FRAMES_PER_SECOND, now);
        this.calls = new Rate(limits.maxCallsPerSecond(), now);
        this.resets = new Rate(limits.maxCallsPerSecond(), now);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (ended) {
            return -1;
        }
        int count = in.read(bytes, offset, length);
        for (int i = offset; i < offset + count; ) {
            i += take(bytes, i, offset + count);
            if (ended) {
                return -1;
            }
        }
        return count;
    }

    @Override
    public int available() throws IOException {
        return ended ? 0 : in.available();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Follows what begins at a place, and answers how many bytes that is. */
    private int take(byte[] bytes, int from, int to) {
        if (prefaceBytes < PREFACE.length) {
            if (bytes[from] != PREFACE[prefaceBytes++]) {
                end("it does not speak HTTP/2 as gRPC's clients do");
            }
            return 1;
        }
        if (payloadLeft > 0) {
            int taken = Math.min(payloadLeft, to - from);
            payloadLeft -= taken;
            return taken;
        }
        header[headerBytes++] = bytes[from];
        if (headerBytes == HEADER_BYTES) {
            headerBytes = 0;
            begin(
                    ((header[0] & 0xff) << 16) | ((header[1] & 0xff) << 8) | (header[2] & 0xff),
                    header[3] & 0xff,
                    header[4] & 0xff);
        }
        return 1;
    }

    private void begin(int length, int type, int flags) {
        payloadLeft = length;
        long now = System.nanoTime();
        if (length > MAX_FRAME_BYTES) {
            end("a frame of " + length + " bytes, where " + MAX_FRAME_BYTES + " are allowed");
        }
        if ((type != DATA || length == 0) && frames.isExceeded(now)) {
            end("more than " + MAX_FRAMES_PER_SECOND + " frames without data in a second");
        }
        switch (type) {
            case HEADERS -> {
                headersOfCall = length;
                if (calls.isExceeded(now)) {
                    end("more than " + limits.maxCallsPerSecond() + " calls in a second");
                }
                checkHeaders();
            }
            case CONTINUATION -> {
                // The frame itself counts, too, or there could be any number of empty ones.
                headersOfCall += length + HEADER_BYTES;
                checkHeaders();
            }
            case RST_STREAM -> {
                if (resets.isExceeded(now)) {
                    end("more than " + limits.maxCallsPerSecond() + " cancelled calls in a second");
                }
            }
            case SETTINGS -> connection.isReady();
            default -> {}
        }
        if ((flags & END_HEADERS) != 0 && (type == HEADERS || type == CONTINUATION)) {
            headersOfCall = 0;
        }
    }

    private void checkHeaders() {
        if (headersOfCall > limits.maxHeaderBytes()) {
            end("headers of more than " + limits.maxHeaderBytes() + " bytes");
        }
    }

    private void end(String why) {
        if (!ended) {
            ended = true;
            connection.offend(why);
        }
    }
}
