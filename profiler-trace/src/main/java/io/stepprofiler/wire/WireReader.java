package io.stepprofiler.wire;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Decoder of a protocol buffers message or packed column.
 *
 * <p>It never reads beyond its bytes, and allocates only for texts and for {@link #message()}; their number, at all
 * depths together, can be limited. Every method that reads throws {@link IOException}, with the place in the array, if
 * the bytes are no message or have another type than the method reads. For one thread at a time.
 */
public final class WireReader {
    private static final int VARINT = 0;
    private static final int EIGHT_BYTES = 1;
    private static final int LENGTH_DELIMITED = 2;
    private static final int FOUR_BYTES = 5;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final WireReader EMPTY = new WireReader(new byte[0], 0, 0);

    private final byte[] bytes;
    private final int end;
    private int at;
    private int tag;

    /** Remaining number of messages and texts that may be read, shared with all enclosing messages. */
    private final int[] parts;

    /**
     * A reader of any number of messages, columns and texts.
     *
     * @param bytes an array
     * @param from where the message begins in it
     * @param end where it ends
     */
    public WireReader(byte[] bytes, int from, int end) {
        this(bytes, from, end, Integer.MAX_VALUE);
    }

    /**
     * A reader of a limited number of messages, columns and texts.
     *
     * @param bytes an array
     * @param from where the message begins in it
     * @param end where it ends
     * @param parts most messages, columns and texts at all depths together; {@link WireWriter#parts()}
     */
    public WireReader(byte[] bytes, int from, int end, int parts) {
        this(bytes, from, end, new int[] {parts});
    }

    private WireReader(byte[] bytes, int from, int end, int[] parts) {
        this.bytes = bytes;
        at = from;
        this.end = end;
        this.parts = parts;
    }

    /** {@return a reader of an empty message} */
    public static WireReader empty() {
        return EMPTY;
    }

    /** {@return whether there are bytes left} */
    public boolean hasMore() {
        return at < end;
    }

    /** {@return how many bytes are left} */
    public int remaining() {
        return end - at;
    }

    /**
     * {@return the number of the next field, 0 at the end}
     *
     * @throws IOException if there is no field
     */
    public int field() throws IOException {
        if (at >= end) {
            return 0;
        }
        long next = varint();
        tag = (int) next;
        if (next != tag || tag >>> 3 == 0) {
            throw wrong("no field");
        }
        return tag >>> 3;
    }

    /**
     * Skips the value of the field.
     *
     * @throws IOException if it goes beyond the end
     */
    public void skip() throws IOException {
        switch (tag & 7) {
            case VARINT -> varint();
            case EIGHT_BYTES -> take(Long.BYTES);
            case FOUR_BYTES -> take(Integer.BYTES);
            case LENGTH_DELIMITED -> take(length());
            default -> throw wrong("no type of a field: " + (tag & 7));
        }
    }

    /**
     * {@return the value of the field, a varint}
     *
     * @throws IOException if it is none
     */
    public long number() throws IOException {
        expect(VARINT);
        return varint();
    }

    /**
     * {@return the value of the field, which is not negative}
     *
     * @throws IOException if it is
     */
    public long natural() throws IOException {
        long value = number();
        if (value < 0) {
            throw wrong(value + " is negative");
        }
        return value;
    }

    /**
     * {@return the value of the field, which is not negative}
     *
     * @param most the largest value that is allowed
     * @throws IOException if it is another
     */
    public int count(int most) throws IOException {
        long value = number();
        if (value < 0 || value > most) {
            throw wrong(value + " is more than " + most);
        }
        return (int) value;
    }

    /**
     * {@return the value of the field, written by zigzag}
     *
     * @throws IOException if it is no varint
     */
    public long signed() throws IOException {
        return unzigzag(number());
    }

    /**
     * {@return the value of the field, true or false}
     *
     * @throws IOException if it is no varint
     */
    public boolean flag() throws IOException {
        return number() != 0;
    }

    /**
     * {@return the value of the field, a text}
     *
     * @throws IOException if it is none
     */
    public String text() throws IOException {
        expect(LENGTH_DELIMITED);
        countPart();
        int length = length();
        return new String(bytes, take(length), length, StandardCharsets.UTF_8);
    }

    /**
     * {@return a reader of the field's value, a message or a packed column}
     *
     * @throws IOException if it is none
     */
    public WireReader message() throws IOException {
        expect(LENGTH_DELIMITED);
        countPart();
        int length = length();
        int from = take(length);
        return new WireReader(bytes, from, from + length, parts);
    }

    private void countPart() throws IOException {
        if (parts[0] == 0) {
            throw wrong("more messages than its bytes are believed to hold");
        }
        parts[0]--;
    }

    /**
     * {@return the next number of a packed column}
     *
     * @throws IOException if there is none
     */
    public long varint() throws IOException {
        if (at < end) {
            byte first = bytes[at];
            if (first >= 0) {
                at++;
                return first;
            }
        }
        return longVarint();
    }

    private long longVarint() throws IOException {
        long value = 0;
        int place = at;
        for (int shift = 0; shift < 64; shift += 7) {
            if (place >= end) {
                throw wrong("a number goes beyond the end");
            }
            byte next = bytes[place++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                at = place;
                return value;
            }
        }
        throw wrong("a number is too long");
    }

    /**
     * {@return the next number of a packed column, written by zigzag}
     *
     * @throws IOException if there is none
     */
    public long signedVarint() throws IOException {
        return unzigzag(varint());
    }

    /**
     * {@return the next number of a packed column, which is not negative}
     *
     * @param limit it is below this
     * @throws IOException if it is not
     */
    public int varintBelow(int limit) throws IOException {
        long value = varint();
        if (value < 0 || value >= limit) {
            throw wrong(value + " is not below " + limit);
        }
        return (int) value;
    }

    /**
     * {@return the next double of a packed column}
     *
     * @throws IOException if there is none
     */
    public double eightBytes() throws IOException {
        int from = take(Double.BYTES);
        return Double.longBitsToDouble((long) LONGS.get(bytes, from));
    }

    /**
     * {@return the number that {@link WireWriter#zigzag} has encoded}
     *
     * @param value the encoded number
     */
    public static long unzigzag(long value) {
        return (value >>> 1) ^ -(value & 1);
    }

    private int length() throws IOException {
        long length = varint();
        if (length < 0 || length > end - at) {
            throw wrong(length + " bytes go beyond the end");
        }
        return (int) length;
    }

    private int take(int length) throws IOException {
        if (length > end - at) {
            throw wrong(length + " bytes go beyond the end");
        }
        int from = at;
        at += length;
        return from;
    }

    private void expect(int type) throws IOException {
        if ((tag & 7) != type) {
            throw wrong("field " + (tag >>> 3) + " is of type " + (tag & 7) + " instead of " + type);
        }
    }

    /**
     * {@return an exception that names the place of the last read value}
     *
     * @param what the error there
     */
    public IOException wrong(String what) {
        return new IOException("Not a message, at its byte " + at + ": " + what);
    }
}
