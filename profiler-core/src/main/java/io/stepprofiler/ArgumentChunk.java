package io.stepprofiler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a thread's side columns for arguments of scopes: a list of chunks, each published by a release store of
 * its size. Few scopes have arguments, so these columns exist only where they are used.
 */
final class ArgumentChunk {
    /** Type of an argument. */
    enum Type {
        LONG,
        DOUBLE,
        BOOLEAN,
        TEXT
    }

    static final int CAPACITY = 64;
    static final int BYTES_PER_ARGUMENT = 32;

    private static final VarHandle SIZE;

    static {
        try {
            SIZE = MethodHandles.lookup().findVarHandle(ArgumentChunk.class, "size", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The place of the scope in its buffer, as in the lower half of a token. */
    final int[] slots = new int[CAPACITY];

    final int[] keys = new int[CAPACITY];
    final Type[] types = new Type[CAPACITY];

    /** The whole number, the bits of the double, or 0 or 1. */
    final long[] bits = new long[CAPACITY];

    final @Nullable String[] texts = new String[CAPACITY];

    volatile @Nullable ArgumentChunk next;
    private int size;

    /** What it takes of the budget when it is full. */
    long bytes() {
        long bytes = CAPACITY * BYTES_PER_ARGUMENT;
        for (String text : texts) {
            bytes += text == null ? 0 : 2L * text.length();
        }
        return bytes;
    }

    boolean isFull() {
        return size == CAPACITY;
    }

    void add(int slot, int key, Type type, long value, @Nullable String text) {
        slots[size] = slot;
        keys[size] = key;
        types[size] = type;
        bits[size] = value;
        texts[size] = text;
        SIZE.setRelease(this, size + 1);
    }

    int publishedSize() {
        return (int) SIZE.getAcquire(this);
    }
}
