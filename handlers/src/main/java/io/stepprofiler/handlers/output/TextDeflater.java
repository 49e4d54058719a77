package io.stepprofiler.handlers.output;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Compresses text that repeats itself in long stretches, as the lines of a trace do, into deflate blocks: faster than
 * zlib's fastest level and about as small.
 *
 * <p>What makes it fast: it looks for a repetition in one place, where the same six bytes were last, and takes what it
 * finds there; it passes over the inside of a repetition; and it works on one large block with one set of codes. Each
 * call is on its own and ends at a byte boundary, so that results can be put one after another. Not safe on several
 * threads.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc1951">RFC 1951, DEFLATE</a>
 */
public final class TextDeflater {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int HASH_BITS = 14;
    private static final int HASHED_BYTES = 6;
    private static final long HASH_FACTOR = 0x9E3779B185EBCA87L;
    private static final int MAX_DISTANCE = 1 << 15;
    private static final int MAX_LENGTH = 258;
    private static final int REPETITION = 1 << 31;

    private static final int END_OF_BLOCK = 256;
    private static final int LITERALS = 286;
    private static final int DISTANCES = 30;
    private static final int MAX_CODE = 15;
    private static final int MAX_CODE_OF_LENGTHS = 7;
    private static final int LENGTHS = 19;
    /** The order in which the lengths of the code for lengths are written. */
    private static final int[] LENGTH_ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

    /** For each length of a repetition its symbol, and what is written behind it. */
    private static final int[] LENGTH_SYMBOL = new int[MAX_LENGTH + 1];

    private static final int[] LENGTH_EXTRA = new int[MAX_LENGTH + 1];
    private static final int[] LENGTH_EXTRA_BITS = new int[MAX_LENGTH + 1];

    static {
        int length = 3;
        for (int symbol = 257; symbol < 285; symbol++) {
            int bits = symbol < 265 ? 0 : (symbol - 261) / 4;
            for (int extra = 0; extra < 1 << bits; extra++) {
                LENGTH_SYMBOL[length] = symbol;
                LENGTH_EXTRA[length] = extra;
                LENGTH_EXTRA_BITS[length++] = bits;
            }
        }
        LENGTH_SYMBOL[MAX_LENGTH] = 285;
        LENGTH_EXTRA[MAX_LENGTH] = 0;
        LENGTH_EXTRA_BITS[MAX_LENGTH] = 0;
    }

    private final int[] lastPlace = new int[1 << HASH_BITS];
    private final int[] literalCounts = new int[LITERALS];
    private final int[] distanceCounts = new int[DISTANCES];
    private final long[] lengthCodes = new long[MAX_LENGTH + 1];
    private final int[] lengthBits = new int[MAX_LENGTH + 1];
    /** Bytes, and repetitions as 9 bits of length and 16 of distance. */
    private int[] tokens = {};

    private int tokenCount;
    private byte[] out = {};
    private int outLength;
    private long bits;
    private int bitCount;

    /** Without memory until it is used: then about four times that of the texts. */
    public TextDeflater() {}

    /**
     * Compresses a text.
     *
     * @param text the text
     * @param length how many of its bytes
     * @return how many bytes of {@link #output()} there are then
     */
    public int deflate(byte[] text, int length) {
        reserve(length);
        findRepetitions(text, length);
        writeBlock();
        return outLength;
    }

    /** {@return what was compressed last; not to be changed} */
    public byte[] output() {
        return out;
    }

    private void reserve(int length) {
        // No byte has a code of more than 15 bits; the codes themselves take less than a kilobyte.
        int needed = 2 * length + 1024;
        if (out.length < needed) {
            tokens = new int[length];
            out = new byte[needed];
        }
        tokenCount = 0;
        outLength = 0;
        bits = 0;
        bitCount = 0;
        Arrays.fill(lastPlace, -MAX_DISTANCE - 1);
        Arrays.fill(literalCounts, 0);
        Arrays.fill(distanceCounts, 0);
        literalCounts[END_OF_BLOCK] = 1;
    }

    private static int hash(long eightBytes) {
        long hashed = eightBytes << (Long.SIZE - HASHED_BYTES * Byte.SIZE);
        return (int) ((hashed * HASH_FACTOR) >>> (Long.SIZE - HASH_BITS));
    }

    private void findRepetitions(byte[] text, int length) {
        int[] places = lastPlace;
        int[] counts = literalCounts;
        int[] result = tokens;
        int size = 0;
        int at = 0;
        int last = length - Long.BYTES;
        while (at <= last) {
            long here = (long) LONGS.get(text, at);
            int hash = hash(here);
            int before = places[hash];
            places[hash] = at;
            int same = at - before > MAX_DISTANCE ? 0 : same(text, before, at, here, length);
            if (same < HASHED_BYTES) {
                int symbol = text[at++] & 0xff;
                counts[symbol]++;
                result[size++] = symbol;
            } else {
                int distance = at - before;
                counts[LENGTH_SYMBOL[same]]++;
                distanceCounts[distanceSymbol(distance)]++;
                result[size++] = REPETITION | same << 16 | distance - 1;
                at += same;
                if (at - 2 <= last) {
                    // What follows a repetition mostly follows it again.
                    places[hash((long) LONGS.get(text, at - 2))] = at - 2;
                }
            }
        }
        while (at < length) {
            int symbol = text[at++] & 0xff;
            counts[symbol]++;
            result[size++] = symbol;
        }
        tokenCount = size;
    }

    /** How many bytes are the same in two places, up to as many as a repetition may have. */
    private static int same(byte[] text, int before, int at, long here, int length) {
        long difference = here ^ (long) LONGS.get(text, before);
        if (difference != 0) {
            return Long.numberOfTrailingZeros(difference) >>> 3;
        }
        int most = Math.min(MAX_LENGTH, length - at);
        int same = Long.BYTES;
        while (same + Long.BYTES <= most) {
            difference = (long) LONGS.get(text, at + same) ^ (long) LONGS.get(text, before + same);
            if (difference != 0) {
                return same + (Long.numberOfTrailingZeros(difference) >>> 3);
            }
            same += Long.BYTES;
        }
        while (same < most && text[at + same] == text[before + same]) {
            same++;
        }
        return same;
    }

    private static int distanceSymbol(int distance) {
        int from0 = distance - 1;
        if (from0 < 2) {
            return from0;
        }
        int log = 31 - Integer.numberOfLeadingZeros(from0);
        return 2 * log + (from0 >>> (log - 1) & 1);
    }

    private void writeBlock() {
        HuffmanCode literals = new HuffmanCode(literalCounts, MAX_CODE);
        HuffmanCode distances = new HuffmanCode(distanceCounts, MAX_CODE);
        // Not the last block, with codes of its own.
        put(0b100, 3);
        writeCodes(literals, distances);
        writeTokens(literals, distances);
        put(literals.code(END_OF_BLOCK), literals.length(END_OF_BLOCK));
        writeAlignment();
    }

    private void writeCodes(HuffmanCode literals, HuffmanCode distances) {
        int[] counts = new int[LENGTHS];
        for (int symbol = 0; symbol < LITERALS; symbol++) {
            counts[literals.length(symbol)]++;
        }
        for (int symbol = 0; symbol < DISTANCES; symbol++) {
            counts[distances.length(symbol)]++;
        }
        HuffmanCode lengths = new HuffmanCode(counts, MAX_CODE_OF_LENGTHS);
        put(LITERALS - 257, 5);
        put(DISTANCES - 1, 5);
        put(LENGTHS - 4, 4);
        for (int symbol : LENGTH_ORDER) {
            put(lengths.length(symbol), 3);
        }
        for (int symbol = 0; symbol < LITERALS; symbol++) {
            put(lengths.code(literals.length(symbol)), lengths.length(literals.length(symbol)));
        }
        for (int symbol = 0; symbol < DISTANCES; symbol++) {
            put(lengths.code(distances.length(symbol)), lengths.length(distances.length(symbol)));
        }
    }

    private void writeTokens(HuffmanCode literals, HuffmanCode distances) {
        for (int length = HASHED_BYTES; length <= MAX_LENGTH; length++) {
            int symbol = LENGTH_SYMBOL[length];
            lengthCodes[length] = literals.code(symbol) | LENGTH_EXTRA[length] << literals.length(symbol);
            lengthBits[length] = literals.length(symbol) + LENGTH_EXTRA_BITS[length];
        }
        long[] literalCodes = packed(literals, LITERALS);
        long[] distanceCodes = packed(distances, DISTANCES);
        // As in put(), with local variables: this is where the time goes.
        byte[] to = out;
        int at = outLength;
        long pending = bits;
        int count = bitCount;
        for (int i = 0; i < tokenCount; i++) {
            int token = tokens[i];
            if (token >= 0) {
                long code = literalCodes[token];
                pending |= (code >>> 8) << count;
                count += (int) (code & 0xff);
            } else {
                int length = token >>> 16 & 0x1ff;
                int distance = token & 0xffff;
                int symbol = distanceSymbol(distance + 1);
                int extraBits = symbol < 2 ? 0 : (symbol >>> 1) - 1;
                long code = distanceCodes[symbol];
                int codeBits = (int) (code & 0xff);
                long extra = distance & (1 << extraBits) - 1;
                pending |= (lengthCodes[length] | (code >>> 8 | extra << codeBits) << lengthBits[length]) << count;
                count += lengthBits[length] + codeBits + extraBits;
            }
            LONGS.set(to, at, pending);
            at += count >>> 3;
            pending >>>= count & ~7;
            count &= 7;
        }
        outLength = at;
        bits = pending;
        bitCount = count;
    }

    private static long[] packed(HuffmanCode code, int symbols) {
        long[] packed = new long[symbols];
        Arrays.setAll(packed, symbol -> (long) code.code(symbol) << 8 | code.length(symbol));
        return packed;
    }

    /** An empty block without compression ends at a byte boundary. */
    private void writeAlignment() {
        put(0, 3);
        put(0, -bitCount & 7);
        put(0xffff0000L, 32);
    }

    /** Appends up to 56 bits, the lowest first. */
    private void put(long value, int count) {
        bits |= value << bitCount;
        bitCount += count;
        LONGS.set(out, outLength, bits);
        outLength += bitCount >>> 3;
        bits >>>= bitCount & ~7;
        bitCount &= 7;
    }
}
