package io.stepprofiler;

import io.stepprofiler.clock.Ticks;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A piece of a thread's samples of counters: a list of chunks, each published by a release store of its size. */
final class CounterChunk {
    static final int BYTES_PER_SAMPLE = 2 * Long.BYTES + Integer.BYTES;
    static final int CAPACITY = 64;

    private static final VarHandle SIZE;

    static {
        try {
            SIZE = MethodHandles.lookup().findVarHandle(CounterChunk.class, "size", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final long[] ticks;
    final double[] values;
    final int[] names;

    volatile @Nullable CounterChunk next;
    private int size;

    CounterChunk(int capacity) {
        ticks = new long[capacity];
        values = new double[capacity];
        names = new int[capacity];
    }

    boolean isFull() {
        return size == ticks.length;
    }

    void add(int name, double value) {
        names[size] = name;
        values[size] = value;
        ticks[size] = Ticks.now();
        SIZE.setRelease(this, size + 1);
    }

    int publishedSize() {
        return (int) SIZE.getAcquire(this);
    }
}
