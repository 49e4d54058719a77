package io.stepprofiler.journal.blocks;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes the <a href="https://protobuf.dev/programming-guides/encoding/">wire format of protocol buffers</a> into an array that is used
 * again and again. Values that are 0 or empty are left out, as proto3 has it.
 */
final class WireWriter {
    private static final int VARINT = 0;
    private static final int LENGTH_DELIMITED = 2;
    private static final int MAX_VARINT = 10;

    /** What an array may be at most; some virtual machines want a few bytes of it. */
    private static final int MAX_SIZE = Integer.MAX_VALUE - 16;

    /** What is kept for the next message. */
    private static final int KEPT_BYTES = 8 << 20;

    /** What fits into a varint of four bytes. */
    private static final long FOUR_SEVENS = (1L << 28) - 1;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final byte[] REPLACEMENT = {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD};

    private final CharsetEncoder utf8 = StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .replaceWith(REPLACEMENT);
    private byte[] bytes = new byte[1 << 12];
    private int size;
    private int parts;

    /** Begins again from the start. */
    void clear() {
        size = 0;
        parts = 0;
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[1 << 12];
        }
    }

    /** How many messages, columns and texts have begun. */
    int parts() {
        return parts;
    }

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    /** Makes room and gives the array; {@link #written} says how much of it was used. */
    byte[] room(int more) throws IOException {
        if (more > bytes.length - size) {
            long wanted = (long) size + more;
            if (wanted > MAX_SIZE) {
                throw new IOException("A segment is too large for the journal: more than " + size + " bytes");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(Math.max(wanted, 2L * bytes.length), MAX_SIZE));
        }
        return bytes;
    }

    void written(int end) {
        size = end;
    }

    /**
     * Puts a varint at a place where there is room for the longest; gives the place after it. What it writes after that place has no
     * meaning: up to four bytes are put at once, since nobody can foretell how many a number takes.
     */
    static int put(byte[] to, int at, long value) {
        if ((value & ~FOUR_SEVENS) != 0) {
            return putExactly(to, at, value);
        }
        int bits = (int) value;
        // The number of bits divided by 7, rounded up.
        int length = ((38 - Integer.numberOfLeadingZeros(bits | 1)) * 37) >>> 8;
        int sevens = (bits & 0x7F) | ((bits & 0x3F80) << 1) | ((bits & 0x1F_C000) << 2) | ((bits & 0xFE0_0000) << 3);
        int more = 0x80_8080 & ((1 << (8 * (length - 1))) - 1);
        INTS.set(to, at, sevens | more);
        return at + length;
    }

    private static int putExactly(byte[] to, int at, long value) {
        long rest = value;
        int place = at;
        while ((rest & ~0x7FL) != 0) {
            to[place++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        to[place++] = (byte) rest;
        return place;
    }

    static long zigzag(long value) {
        return (value << 1) ^ (value >> 63);
    }

    void varint(long value) throws IOException {
        size = put(room(MAX_VARINT), size, value);
    }

    private void tag(int field, int type) throws IOException {
        varint(((long) field << 3) | type);
    }

    void number(int field, long value) throws IOException {
        if (value != 0) {
            tag(field, VARINT);
            varint(value);
        }
    }

    void signed(int field, long value) throws IOException {
        number(field, zigzag(value));
    }

    void flag(int field, boolean value) throws IOException {
        number(field, value ? 1 : 0);
    }

    /** What is no text in any encoding, half of a surrogate pair, becomes U+FFFD. */
    void text(int field, String value) throws IOException {
        if (value.isEmpty()) {
            return;
        }
        int mark = begin(field);
        int most = (int) Math.min((long) value.length() * 3, Integer.MAX_VALUE);
        ByteBuffer to = ByteBuffer.wrap(room(most), size, most);
        utf8.reset();
        if (utf8.encode(CharBuffer.wrap(value), to, true).isOverflow()) {
            throw new CharacterCodingException();
        }
        size = to.position();
        end(mark);
    }

    /** A double of a packed column. */
    void eightBytes(double value) throws IOException {
        byte[] to = room(Double.BYTES);
        long bits = Double.doubleToRawLongBits(value);
        for (int i = 0; i < Double.BYTES; i++) {
            to[size++] = (byte) (bits >>> (8 * i));
        }
    }

    /** Begins a message or a packed column; {@link #end} ends it. */
    int begin(int field) throws IOException {
        tag(field, LENGTH_DELIMITED);
        room(1);
        parts++;
        return size++;
    }

    /** Ends what began at {@code mark}: the one byte kept for its length grows if it must. */
    void end(int mark) throws IOException {
        int length = size - mark - 1;
        int more = 0;
        for (int rest = length >>> 7; rest != 0; rest >>>= 7) {
            more++;
        }
        byte[] all = room(more);
        if (more > 0) {
            System.arraycopy(all, mark + 1, all, mark + 1 + more, length);
        }
        putExactly(all, mark, length);
        size += more;
    }

    /** Ends a column, which is left out if it is empty. */
    void endColumn(int mark) throws IOException {
        if (size == mark + 1) {
            // One byte for the tag: columns have fields below 16.
            size = mark - 1;
        } else {
            end(mark);
        }
    }
}
