package io.stepprofiler.recording;

import org.jspecify.annotations.Nullable;

/** A piece of a thread's arguments of scopes. Few scopes have any, so these columns exist only where they are used. */
public final class ArgumentChunk extends RowList.Piece<ArgumentChunk> {
    /** Type of an argument. */
    public enum Type {
        LONG,
        DOUBLE,
        BOOLEAN,
        TEXT
    }

    public static final int CAPACITY = 64;
    public static final int BYTES_PER_ARGUMENT = 32;

    /** The place of the scope in its buffer, as in the lower half of a token. */
    public final int[] slots = new int[CAPACITY];

    public final int[] keys = new int[CAPACITY];
    public final Type[] types = new Type[CAPACITY];

    /** The whole number, the bits of the double, or 0 or 1. */
    public final long[] bits = new long[CAPACITY];

    public final @Nullable String[] texts = new String[CAPACITY];

    @Override
    public int capacity() {
        return CAPACITY;
    }

    @Override
    int bytesPerRow() {
        return BYTES_PER_ARGUMENT;
    }

    @Override
    public long takenBytes() {
        long bytes = CAPACITY * BYTES_PER_ARGUMENT;
        for (String text : texts) {
            bytes += text == null ? 0 : 2L * text.length();
        }
        return bytes;
    }

    public void add(int slot, int key, Type type, long value, @Nullable String text) {
        int row = ownSize();
        slots[row] = slot;
        keys[row] = key;
        types[row] = type;
        bits[row] = value;
        texts[row] = text;
        publish(row + 1);
    }
}
