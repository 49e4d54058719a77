package io.stepprofiler.handlers.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/**
 * One gzip member. One, because the decompressor of web browsers takes no second one.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc1952">RFC 1952, GZIP file format specification</a>
 */
final class GzipContainer implements Container {
    /** Magic number, method deflate, no flags, no time, fastest, operating system unknown. */
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 4, (byte) 0xff};
    /** An empty deflate block that is the last one. */
    private static final byte[] LAST_BLOCK = {3, 0};

    private final CRC32 checksum = new CRC32();
    private long totalLength;
    private boolean begun;

    @Override
    public void take(byte[] block, int length) {
        checksum.update(block, 0, length);
        totalLength += length;
    }

    @Override
    public void write(byte[] deflated, int length, OutputStream out) throws IOException {
        if (!begun) {
            out.write(HEADER);
            begun = true;
        }
        out.write(deflated, 0, length);
    }

    @Override
    public void finish(OutputStream out) throws IOException {
        out.write(LAST_BLOCK);
        out.write(ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) checksum.getValue())
                .putInt((int) totalLength)
                .array());
    }
}
