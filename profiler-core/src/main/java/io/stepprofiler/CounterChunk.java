package io.stepprofiler;

import io.stepprofiler.clock.Ticks;

/** A piece of a thread's samples of counters. */
final class CounterChunk extends RowList.Piece<CounterChunk> {
    static final int BYTES_PER_SAMPLE = 2 * Long.BYTES + Integer.BYTES;
    static final int CAPACITY = 64;

    final long[] ticks;
    final double[] values;
    final int[] names;

    CounterChunk(int capacity) {
        ticks = new long[capacity];
        values = new double[capacity];
        names = new int[capacity];
    }

    @Override
    int capacity() {
        return ticks.length;
    }

    @Override
    int bytesPerRow() {
        return BYTES_PER_SAMPLE;
    }

    @Override
    long takenBytes() {
        return (long) ticks.length * BYTES_PER_SAMPLE;
    }

    void add(int name, double value) {
        int row = ownSize();
        names[row] = name;
        values[row] = value;
        ticks[row] = Ticks.now();
        publish(row + 1);
    }
}
