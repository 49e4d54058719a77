package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.handlers.output.Container;
import io.stepprofiler.wire.WireWriter;
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
        byte[] ofField = new byte[2 * WireWriter.MAX_VARINT];
        int fieldLength = head(Fields.PACKET_COMPRESSED_PACKETS, streamLength, ofField);
        byte[] ofPacket = new byte[2 * WireWriter.MAX_VARINT];
        out.write(ofPacket, 0, head(Fields.TRACE_PACKET, fieldLength + streamLength, ofPacket));
        out.write(ofField, 0, fieldLength);
        out.write(ZLIB_HEADER);
        out.write(deflated, 0, length);
        out.write(ByteBuffer.allocate(ZLIB_END_LENGTH)
                .put(LAST_BLOCK)
                .putInt(checksums.remove())
                .array());
    }

    @Override
    public void finish(OutputStream out) {}

    /** Puts what comes before the bytes of a message, and gives how long that is. */
    private static int head(int field, int length, byte[] to) {
        return WireWriter.put(to, WireWriter.putTag(to, 0, field), length);
    }
}
