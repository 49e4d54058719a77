package io.stepprofiler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A piece of a thread's side columns for arguments of scopes: a list of chunks, each published by a release store of its
 * size. Few scopes have arguments, so these columns exist only where they are used.
 */
final class ArgumentChunk {
    static final int CAPACITY = 64;
    static final int BYTES_PER_ARGUMENT = 48;

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

    /** A Long, a Double or a String. */
    final @Nullable Object[] values = new Object[CAPACITY];

    volatile @Nullable ArgumentChunk next;
    private int size;

    boolean isFull() {
        return size == CAPACITY;
    }

    void add(int slot, int key, Object value) {
        slots[size] = slot;
        keys[size] = key;
        values[size] = value;
        SIZE.setRelease(this, size + 1);
    }

    int publishedSize() {
        return (int) SIZE.getAcquire(this);
    }
}
