package io.stepprofiler.recording;

import io.stepprofiler.event.ElementType;

/**
 * Operands of an operation as longs: for each one a header, followed by its values.
 *
 * <pre>
 *   TENSOR        header(rank)   dims … [strides …]
 *   TENSOR_LIST   header(count)  (rank dims … [strides …]) …
 *   LONGS         header(count)  values …
 *   DOUBLES       header(count)  bits …
 *   LONG, DOUBLE, BOOLEAN, TEXT  header(1)  value, bits, 0 or 1, name reference
 *   ABSENT        header(0)
 *
 *   header: | length, 16 | type, 8 | strided | mutated | output | kind, 4 |
 * </pre>
 */
public final class OperandWords {
    public static final int ABSENT = 0;
    public static final int TENSOR = 1;
    public static final int TENSOR_LIST = 2;
    public static final int LONG = 3;
    public static final int DOUBLE = 4;
    public static final int BOOLEAN = 5;
    public static final int LONGS = 6;
    public static final int TEXT = 7;
    public static final int DOUBLES = 8;

    private static final int OUTPUT = 1 << 4;
    private static final int MUTATED = 1 << 5;
    private static final int STRIDED = 1 << 6;
    private static final int TYPE_AT = 8;
    private static final int LENGTH_AT = 16;
    private static final ElementType[] TYPES = ElementType.values();

    private final long[] words;
    private int size;

    /** Allocates all memory, so that filling it allocates nothing. */
    public OperandWords(int limit) {
        words = new long[limit];
    }

    public void clear() {
        size = 0;
    }

    public int size() {
        return size;
    }

    public long[] array() {
        return words;
    }

    @SuppressWarnings("EnumOrdinal") // The number lives no longer than the process.
    public void operand(int kind, boolean output, boolean mutated, boolean strided, ElementType type, int length) {
        int flags = (output ? OUTPUT : 0) | (mutated ? MUTATED : 0) | (strided ? STRIDED : 0);
        ElementType known = type == null ? ElementType.UNKNOWN : type;
        add(kind | flags | (known.ordinal() << TYPE_AT) | ((long) length << LENGTH_AT));
    }

    /** Adds a word; ignored if it is full, which two threads that fill it against its contract may cause. */
    public void add(long word) {
        int place = size;
        if (place < words.length) {
            words[place] = word;
            size = place + 1;
        }
    }

    public void addAll(long[] values, int count) {
        for (int i = 0; i < count; i++) {
            add(values[i]);
        }
    }

    public static int kind(long header) {
        return (int) header & 0xF;
    }

    public static boolean isOutput(long header) {
        return (header & OUTPUT) != 0;
    }

    public static boolean isMutated(long header) {
        return (header & MUTATED) != 0;
    }

    public static boolean isStrided(long header) {
        return (header & STRIDED) != 0;
    }

    public static ElementType type(long header) {
        return TYPES[(int) (header >>> TYPE_AT) & 0xFF];
    }

    public static int length(long header) {
        return (int) (header >>> LENGTH_AT);
    }
}
