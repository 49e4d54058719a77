package io.stepprofiler.handlers.perfetto;

import io.stepprofiler.handlers.output.Blocks;
import io.stepprofiler.handlers.output.SafeText;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Protobuf messages, appended to {@link Blocks} packet by packet.
 *
 * <p>One byte is left for the length of a message. When it is closed and turns out to be longer than 127 bytes, which is
 * rare, it is moved.
 *
 * @see <a href="https://protobuf.dev/programming-guides/encoding/">Protobuf, "Encoding"</a>
 */
final class PacketBytes {
    /** What is handed over at once, whole packets; together less than what Perfetto wants compressed packets to be. */
    private static final int FULL = 3 << 16;
    /** A tag of three bytes, which fields up to 2^17 have, and a number of ten. */
    private static final int MAX_FIELD = 13;

    private static final VarHandle LITTLE_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int LENGTH = 2;

    private final Blocks blocks;
    private byte[] bytes;
    private int at;

    PacketBytes(Blocks blocks) {
        this.blocks = blocks;
        this.bytes = blocks.first();
    }

    /** Begins a message and gives the mark to close it with. */
    int open(int field) {
        reserve(MAX_FIELD);
        tag(field, LENGTH);
        return at++;
    }

    void close(int mark) {
        int length = at - mark - 1;
        if (length < 0x80) {
            bytes[mark] = (byte) length;
        } else {
            closeLong(mark, length);
        }
    }

    /** Ends a packet; only here bytes leave. */
    void closePacket(int mark) throws IOException {
        close(mark);
        if (at >= FULL) {
            bytes = blocks.next(bytes, at);
            at = 0;
        }
    }

    /** A whole number; negative ones take ten bytes. */
    void number(int field, long value) {
        reserve(MAX_FIELD);
        tag(field, VARINT);
        varint(value);
    }

    void fixed64(int field, long bits) {
        reserve(MAX_FIELD);
        tag(field, FIXED_64);
        LITTLE_ENDIAN.set(bytes, at, bits);
        at += Long.BYTES;
    }

    void text(int field, String text) {
        text(field, utf8(text));
    }

    void text(int field, byte[] utf8) {
        reserve(MAX_FIELD + utf8.length);
        tag(field, LENGTH);
        varint(utf8.length);
        System.arraycopy(utf8, 0, bytes, at, utf8.length);
        at += utf8.length;
    }

    void finish() throws IOException {
        blocks.finish(bytes, at);
    }

    static byte[] utf8(String text) {
        return SafeText.of(text).getBytes(StandardCharsets.UTF_8);
    }

    private void tag(int field, int type) {
        varint((long) field << 3 | type);
    }

    private void varint(long value) {
        if ((value & ~0x7FL) == 0) {
            bytes[at++] = (byte) value;
        } else {
            longVarint(value);
        }
    }

    private void longVarint(long value) {
        byte[] to = bytes;
        int next = at;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            to[next++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        to[next++] = (byte) rest;
        at = next;
    }

    private void closeLong(int mark, int length) {
        int more = (31 - Integer.numberOfLeadingZeros(length)) / 7;
        reserve(more);
        System.arraycopy(bytes, mark + 1, bytes, mark + 1 + more, length);
        at = mark;
        varint(length);
        at += length;
    }

    private void reserve(int count) {
        if (bytes.length - at < count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, at + count));
        }
    }
}
