package io.stepprofiler.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Encoder of protocol buffers into a growing, reusable array.
 *
 * <p>{@code number}, {@code signed}, {@code flag} and {@code text} leave out values that are 0, false or empty, as
 * proto3 does without {@code optional}; {@code present} writes any value, for members of a {@code oneof} and for fields
 * whose presence counts. One byte is reserved for the length of a message, and grows when the message ends, if it must.
 *
 * <p>For one thread at a time. Every method that adds bytes throws {@link UncheckedIOException} if an array cannot hold
 * them.
 */
public final class WireWriter {
    // J2: without protobuf-java, of which the program may have another release.

    private static final int VARINT = 0;
    private static final int EIGHT_BYTES = 1;
    private static final int LENGTH_DELIMITED = 2;

    /** Most bytes of a varint. */
    public static final int MAX_VARINT = 10;

    private static final int MAX_TAG = 5;

    /** The largest array; some virtual machines reserve a few bytes. */
    private static final int MAX_SIZE = Integer.MAX_VALUE - 16;

    private static final int FIRST_BYTES = 1 << 12;

    /** A larger array is not kept for the next message. */
    private static final int KEPT_BYTES = 8 << 20;

    /** The largest varint of four bytes. */
    private static final long FOUR_SEVENS = (1L << 28) - 1;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final byte[] REPLACEMENT = {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD};
    private static final int MAX_UTF8 = 3;

    private final CharsetEncoder utf8 = StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .replaceWith(REPLACEMENT);
    private byte[] bytes;
    private int size;
    private int parts;

    /** A writer into an array of its own. */
    public WireWriter() {
        this(new byte[FIRST_BYTES]);
    }

    /**
     * A writer into a given array, or a longer one if that is full.
     *
     * @param first the array, which is empty
     */
    public WireWriter(byte[] first) {
        bytes = first;
    }

    /** Begins again from the start. */
    public void clear() {
        size = 0;
        parts = 0;
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[FIRST_BYTES];
        }
    }

    /**
     * Continues in another array, from its start; the previous array then belongs to the caller.
     *
     * @param empty the array
     */
    public void continueIn(byte[] empty) {
        bytes = empty;
        size = 0;
    }

    /**
     * {@return the number of messages, columns and texts that have begun since the start, a limit for {@link
     * WireReader}}
     */
    public int parts() {
        return parts;
    }

    /** {@return the array, whose first {@link #size()} bytes are written; later writes may replace it} */
    public byte[] bytes() {
        return bytes;
    }

    /** {@return the number of bytes written} */
    public int size() {
        return size;
    }

    /** {@return a copy of the written bytes} */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /**
     * {@return the array, with room for more bytes after {@link #size()}} For loops that {@link #put} many values,
     * followed by {@link #written}.
     *
     * @param more how many bytes
     */
    public byte[] room(int more) {
        if (more > bytes.length - size) {
            grow(more);
        }
        return bytes;
    }

    private void grow(int more) {
        long wanted = (long) size + more;
        if (wanted > MAX_SIZE) {
            throw new UncheckedIOException(new IOException("A message is too large: more than " + size + " bytes"));
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(Math.max(wanted, 2L * bytes.length), MAX_SIZE));
    }

    /**
     * Takes over the bytes that were put into {@link #room}.
     *
     * @param end the place after it
     */
    public void written(int end) {
        size = end;
    }

    /**
     * Puts a varint into an array that has room for the longest, and has nothing after {@code at}: up to four bytes are
     * put at once, since the lengths of numbers cannot be predicted.
     *
     * @param to the array
     * @param at where in it
     * @param value any number; negative ones take ten bytes
     * @return the place after it
     */
    public static int put(byte[] to, int at, long value) {
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

    /**
     * Puts the tag of a message, column or text into an array, like {@link #put}.
     *
     * @param to the array
     * @param at where in it
     * @param field the number of the field
     * @return the place after it
     */
    public static int putTag(byte[] to, int at, int field) {
        return put(to, at, tag(field, LENGTH_DELIMITED));
    }

    private static long tag(int field, int type) {
        return ((long) field << 3) | type;
    }

    /**
     * {@return the number whose varint is short if the value is close to 0, as in the types {@code sint32} and {@code
     * sint64}}
     *
     * @param value any number
     */
    public static long zigzag(long value) {
        return (value << 1) ^ (value >> 63);
    }

    /**
     * Writes a varint of a packed column.
     *
     * @param value any number; negative ones take ten bytes
     */
    public void varint(long value) {
        size = put(room(MAX_VARINT), size, value);
    }

    /**
     * Writes a double of a packed column.
     *
     * @param value any double
     */
    public void eightBytes(double value) {
        byte[] to = room(Double.BYTES);
        LONGS.set(to, size, Double.doubleToRawLongBits(value));
        size += Double.BYTES;
    }

    /**
     * Writes a number unless it is 0.
     *
     * @param field the number of the field
     * @param value any number; negative ones take ten bytes
     */
    public void number(int field, long value) {
        if (value != 0) {
            present(field, value);
        }
    }

    /**
     * Writes a number by {@link #zigzag} unless it is 0.
     *
     * @param field the number of the field
     * @param value any number
     */
    public void signed(int field, long value) {
        number(field, zigzag(value));
    }

    /**
     * Writes true, and nothing for false.
     *
     * @param field the number of the field
     * @param value true or false
     */
    public void flag(int field, boolean value) {
        number(field, value ? 1 : 0);
    }

    /**
     * Writes a text unless it is empty. Half of a surrogate pair, which UTF-8 cannot represent, becomes U+FFFD.
     *
     * @param field the number of the field
     * @param value any text
     */
    public void text(int field, String value) {
        if (!value.isEmpty()) {
            present(field, value);
        }
    }

    /**
     * Writes a number.
     *
     * @param field the number of the field
     * @param value any number; negative ones take ten bytes
     */
    public void present(int field, long value) {
        byte[] to = room(MAX_TAG + MAX_VARINT);
        size = put(to, put(to, size, tag(field, VARINT)), value);
    }

    /**
     * Writes a text, also if it is empty, like {@link #text}.
     *
     * @param field the number of the field
     * @param value any text
     */
    public void present(int field, String value) {
        int mark = begin(field);
        long most = (long) value.length() * MAX_UTF8;
        ByteBuffer to = ByteBuffer.wrap(room((int) Math.min(most, Integer.MAX_VALUE)));
        utf8.reset();
        utf8.encode(CharBuffer.wrap(value), to.position(size), true);
        size = to.position();
        end(mark);
    }

    /**
     * Writes bytes, or a text in UTF-8.
     *
     * @param field the number of the field
     * @param value the bytes
     */
    public void present(int field, byte[] value) {
        byte[] to = room(MAX_TAG + MAX_VARINT + value.length);
        int at = put(to, putTag(to, size, field), value.length);
        System.arraycopy(value, 0, to, at, value.length);
        size = at + value.length;
        parts++;
    }

    /**
     * Writes eight bytes, of type {@code fixed64}.
     *
     * @param field the number of the field
     * @param bits the bytes, the last one first
     */
    public void fixed64(int field, long bits) {
        byte[] to = room(MAX_TAG + Long.BYTES);
        int at = put(to, size, tag(field, EIGHT_BYTES));
        LONGS.set(to, at, bits);
        size = at + Long.BYTES;
    }

    /**
     * Writes a number of type {@code double}.
     *
     * @param field the number of the field
     * @param value any double
     */
    public void present(int field, double value) {
        fixed64(field, Double.doubleToRawLongBits(value));
    }

    /**
     * Begins a message or a packed column.
     *
     * @param field the number of the field
     * @return the mark to {@link #end} it with
     */
    public int begin(int field) {
        size = putTag(room(MAX_TAG + 1), size, field);
        parts++;
        return size++;
    }

    /**
     * Ends a message or a packed column.
     *
     * @param mark the mark that {@link #begin} returned
     */
    public void end(int mark) {
        int length = size - mark - 1;
        if (length <= 0x7F) {
            bytes[mark] = (byte) length;
        } else {
            endLong(mark, length);
        }
    }

    private void endLong(int mark, int length) {
        int more = (31 - Integer.numberOfLeadingZeros(length)) / 7;
        byte[] all = room(more);
        System.arraycopy(all, mark + 1, all, mark + 1 + more, length);
        putExactly(all, mark, length);
        size += more;
    }

    /**
     * Ends a packed column, which is left out if it is empty.
     *
     * @param mark the mark that {@link #begin} returned; its field is below 16
     */
    public void endColumn(int mark) {
        if (size == mark + 1) {
            // One byte for the tag.
            size = mark - 1;
        } else {
            end(mark);
        }
    }
}
