package io.stepprofiler.columns;

import java.util.Arrays;

/** The samples of one counter while they are collected, in any order. */
public final class CounterColumns {
    private long[] nanos = new long[16];
    private double[] values = new double[16];
    private int size;

    /** No samples. */
    public CounterColumns() {}

    /** {@return the number of samples} */
    public int size() {
        return size;
    }

    /**
     * Adds a sample.
     *
     * @param time time of the sample in nanoseconds
     * @param value value of the counter
     */
    public void add(long time, double value) {
        if (size == nanos.length) {
            nanos = Arrays.copyOf(nanos, size * 2);
            values = Arrays.copyOf(values, size * 2);
        }
        nanos[size] = time;
        values[size++] = value;
    }

    void addAll(CounterColumns others) {
        for (int i = 0; i < others.size; i++) {
            add(others.nanos[i], others.values[i]);
        }
    }

    /** Puts the samples in the order of time; those of one time stay as they were added. */
    public void sort() {
        Integer[] order = new Integer[size];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Long.compare(nanos[a], nanos[b]));
        long[] times = Arrays.stream(order).mapToLong(i -> nanos[i]).toArray();
        values = Arrays.stream(order).mapToDouble(i -> values[i]).toArray();
        nanos = times;
    }

    /** {@return the times of the samples, in nanoseconds; not to be changed} */
    public long[] nanos() {
        return Arrays.copyOf(nanos, size);
    }

    /** {@return the values of the samples; not to be changed} */
    public double[] values() {
        return Arrays.copyOf(values, size);
    }
}
