package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.handlers.output.Container;
import java.io.IOException;
import java.io.OutputStream;

/** Packets that hold other packets, compressed: what Perfetto writes itself if it is told to compress. */
final class CompressedPackets implements Container {
    private static final int LENGTH_DELIMITED = 2;

    @Override
    public boolean isOneStream() {
        return false;
    }

    @Override
    public void take(byte[] block, int length) {}

    @Override
    public void write(byte[] deflated, int length, OutputStream out) throws IOException {
        byte[] head = new byte[16];
        int at = tag(Fields.TRACE_PACKET, head, 0);
        int tag = Fields.PACKET_COMPRESSED_PACKETS << 3 | LENGTH_DELIMITED;
        at = varint(varintLength(tag) + varintLength(length) + length, head, at);
        at = varint(tag, head, at);
        at = varint(length, head, at);
        out.write(head, 0, at);
        out.write(deflated, 0, length);
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
