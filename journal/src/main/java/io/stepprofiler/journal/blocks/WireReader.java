package io.stepprofiler.journal.blocks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the <a href="https://protobuf.dev/programming-guides/encoding/">wire format of protocol buffers</a>: a message, or a packed
 * column. Nothing that it reads can make it leave its bytes; what makes no sense fails with the byte where it is.
 */
final class WireReader {
    private static final int VARINT = 0;
    private static final int EIGHT_BYTES = 1;
    private static final int LENGTH_DELIMITED = 2;
    private static final int FOUR_BYTES = 5;
    private static final WireReader EMPTY = new WireReader(new byte[0], 0, 0);

    private final byte[] bytes;
    private final int end;
    private int at;
    private int tag;

    /** How many messages and texts may still be read, here and in all messages that this one is in. */
    private final int[] parts;

    WireReader(byte[] bytes, int from, int end) {
        this(bytes, from, end, Integer.MAX_VALUE);
    }

    /** Reads no more than so many messages, columns and texts, however deep. */
    WireReader(byte[] bytes, int from, int end, int parts) {
        this(bytes, from, end, new int[] {parts});
    }

    private WireReader(byte[] bytes, int from, int end, int[] parts) {
        this.bytes = bytes;
        at = from;
        this.end = end;
        this.parts = parts;
    }

    static WireReader empty() {
        return EMPTY;
    }

    boolean hasMore() {
        return at < end;
    }

    int remaining() {
        return end - at;
    }

    /** Goes to the next field and gives its number; 0 at the end. */
    int field() throws IOException {
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

    /** Leaves the field out. */
    void skip() throws IOException {
        switch (tag & 7) {
            case VARINT -> varint();
            case EIGHT_BYTES -> take(Long.BYTES);
            case FOUR_BYTES -> take(Integer.BYTES);
            case LENGTH_DELIMITED -> take(length());
            default -> throw wrong("no type of a field: " + (tag & 7));
        }
    }

    long number() throws IOException {
        expect(VARINT);
        return varint();
    }

    /** A number that is not negative and at most {@code most}. */
    int count(int most) throws IOException {
        long value = number();
        if (value < 0 || value > most) {
            throw wrong(value + " is more than " + most);
        }
        return (int) value;
    }

    long signed() throws IOException {
        return unzigzag(number());
    }

    boolean flag() throws IOException {
        return number() != 0;
    }

    String text() throws IOException {
        expect(LENGTH_DELIMITED);
        countPart();
        int length = length();
        return new String(bytes, take(length), length, StandardCharsets.UTF_8);
    }

    /** A message in this one, or a packed column. */
    WireReader message() throws IOException {
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

    /** The next number of a packed column. */
    long varint() throws IOException {
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

    long signedVarint() throws IOException {
        return unzigzag(varint());
    }

    /** The next number of a packed column, which is below {@code limit}. */
    int varintBelow(int limit) throws IOException {
        long value = varint();
        if (value < 0 || value >= limit) {
            throw wrong(value + " is not below " + limit);
        }
        return (int) value;
    }

    double eightBytes() throws IOException {
        int from = take(Double.BYTES);
        long bits = 0;
        for (int i = Double.BYTES - 1; i >= 0; i--) {
            bits = (bits << 8) | (bytes[from + i] & 0xFF);
        }
        return Double.longBitsToDouble(bits);
    }

    static long unzigzag(long value) {
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

    IOException wrong(String what) {
        return new IOException("Not a message of a journal, at its byte " + at + ": " + what);
    }
}
