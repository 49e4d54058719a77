package io.stepprofiler.capture.guard;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;

/**
 * What a connection sends, followed frame by frame, and ended where no client of ours would go on.
 *
 * <p>The HTTP/2 reader behind it collects all headers of a call before it looks at their size, and takes frames as fast as
 * they come: continued headers without end would fill the memory of the training, other frames its processors, so that
 * all connections together have a {@link FrameWork pace}. A stream that is ended looks to the reader as if the client had gone.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9113#section-4.1">RFC 9113, frame format</a>
 */
final class FrameGuard extends InputStream {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER_BYTES = 9;

    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int CONTINUATION = 9;
    private static final int END_HEADERS = 4;

    /** The largest that HTTP/2 allows unless the other side offers more, which the server does not. */
    private static final int MAX_FRAME_BYTES = 1 << 14;

    /** Most that is read at once, so that few frames wait for their turn together; what clients send is short. */
    private static final int MAX_READ_BYTES = 1 << 10;

    private final InputStream in;
    private final FrameLimits limits;
    private final Connection connection;
    private final Rate calls;
    private final Rate resets;

    private int prefaceBytes;
    private final byte[] header = new byte[HEADER_BYTES];
    private int headerBytes;
    private int payloadLeft;
    private long headersOfCall;
    private int work;
    private boolean ended;

    FrameGuard(InputStream in, FrameLimits limits, Connection connection) {
        this.in = in;
        this.limits = limits;
        this.connection = connection;
        long now = System.nanoTime();
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
        int count = in.read(bytes, offset, Math.min(length, MAX_READ_BYTES));
        work = 0;
        for (int i = offset; i < offset + count; ) {
            i += take(bytes, i, offset + count);
            if (ended) {
                return -1;
            }
        }
        try {
            connection.pace().await(work);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
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
        work += type == HEADERS ? FrameWork.CALL : 1;
        long now = System.nanoTime();
        if (length > MAX_FRAME_BYTES) {
            end("a frame of " + length + " bytes, where " + MAX_FRAME_BYTES + " are allowed");
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
