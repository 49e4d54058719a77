package io.stepprofiler.recording;

import org.jspecify.annotations.Nullable;

/** Chunk of a thread's scope arguments. Few scopes have any, so a chunk is allocated for the first argument only. */
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

    /** Slot of the scope in its buffer: the lower half of its token. */
    public final int[] slots = new int[CAPACITY];

    public final int[] keys = new int[CAPACITY];
    public final Type[] types = new Type[CAPACITY];

    /** The long, the raw bits of the double, or 0 or 1. */
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
