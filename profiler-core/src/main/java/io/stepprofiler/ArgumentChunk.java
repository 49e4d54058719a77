package io.stepprofiler;

import org.jspecify.annotations.Nullable;

/** A piece of a thread's arguments of scopes. Few scopes have any, so these columns exist only where they are used. */
final class ArgumentChunk extends RowList.Piece<ArgumentChunk> {
    /** Type of an argument. */
    enum Type {
        LONG,
        DOUBLE,
        BOOLEAN,
        TEXT
    }

    static final int CAPACITY = 64;
    static final int BYTES_PER_ARGUMENT = 32;

    /** The place of the scope in its buffer, as in the lower half of a token. */
    final int[] slots = new int[CAPACITY];

    final int[] keys = new int[CAPACITY];
    final Type[] types = new Type[CAPACITY];

    /** The whole number, the bits of the double, or 0 or 1. */
    final long[] bits = new long[CAPACITY];

    final @Nullable String[] texts = new String[CAPACITY];

    @Override
    int capacity() {
        return CAPACITY;
    }

    @Override
    int bytesPerRow() {
        return BYTES_PER_ARGUMENT;
    }

    @Override
    long takenBytes() {
        long bytes = CAPACITY * BYTES_PER_ARGUMENT;
        for (String text : texts) {
            bytes += text == null ? 0 : 2L * text.length();
        }
        return bytes;
    }

    void add(int slot, int key, Type type, long value, @Nullable String text) {
        int row = ownSize();
        slots[row] = slot;
        keys[row] = key;
        types[row] = type;
        bits[row] = value;
        texts[row] = text;
        publish(row + 1);
    }
}
