package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.handlers.output.Container;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.zip.Adler32;

/**
 * Packets that hold other packets, compressed: as Perfetto writes them itself with compression on. Each is a zlib
 * stream of its own.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc1950">RFC 1950, ZLIB Compressed Data Format Specification</a>
 */
final class CompressedPackets implements Container {
    private static final int LENGTH_DELIMITED = 2;
    /** Method deflate with a window of 32 KB, fastest. */
    private static final byte[] ZLIB_HEADER = {0x78, 1};
    /** An empty deflate block that is the last one. */
    private static final byte[] LAST_BLOCK = {3, 0};

    private static final int ZLIB_END_LENGTH = LAST_BLOCK.length + Integer.BYTES;

    /** Those of the blocks that are not written yet. */
    private final Queue<Integer> checksums = new ArrayDeque<>();

    @Override
    public void take(byte[] block, int length) {
        Adler32 checksum = new Adler32();
        checksum.update(block, 0, length);
        checksums.add((int) checksum.getValue());
    }

    @Override
    public void write(byte[] deflated, int length, OutputStream out) throws IOException {
        int streamLength = ZLIB_HEADER.length + length + ZLIB_END_LENGTH;
        byte[] head = new byte[16];
        int at = tag(Fields.TRACE_PACKET, head, 0);
        int tag = Fields.PACKET_COMPRESSED_PACKETS << 3 | LENGTH_DELIMITED;
        at = varint(varintLength(tag) + varintLength(streamLength) + streamLength, head, at);
        at = varint(tag, head, at);
        at = varint(streamLength, head, at);
        out.write(head, 0, at);
        out.write(ZLIB_HEADER);
        out.write(deflated, 0, length);
        out.write(ByteBuffer.allocate(ZLIB_END_LENGTH)
                .put(LAST_BLOCK)
                .putInt(checksums.remove())
                .array());
    }

    @Override
    public void finish(OutputStream out) {}

    private static int tag(int field, byte[] bytes, int at) {
        return varint(field << 3 | LENGTH_DELIMITED, bytes, at);
    }

    private static int varint(int value, byte[] bytes, int from) {
        int at = from;
        int rest = value;
        while (rest > 0x7F) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        return at;
    }

    private static int varintLength(int value) {
        return varint(value, new byte[5], 0);
    }
}
