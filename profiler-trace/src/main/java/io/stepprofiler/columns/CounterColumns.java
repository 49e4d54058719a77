package io.stepprofiler.columns;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Samples of one counter while they are collected, in any order.
 *
 * <p>Values are doubles. If a double cannot hold a whole number exactly, whole numbers are kept in addition.
 */
public final class CounterColumns {
    /** Approximate bytes of a sample. */
    public static final long BYTES_PER_SAMPLE = 16;

    private static final long[] NONE = {};
    private static final int[] NO_TURNS = {};

    private long[] nanos = new long[16];
    private double[] values = new double[16];
    /** The values as whole numbers; empty as long as each double is exact. */
    private long[] wholes = NONE;
    /** Order of the samples of the same time; empty if none has been set. */
    private int[] turns = NO_TURNS;

    private int size;

    /** Creates empty columns. */
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
        if (wholes.length > 0) {
            putWhole((long) value);
        }
    }

    /**
     * Adds a sample whose value is a whole number.
     *
     * @param time time of the sample in nanoseconds
     * @param value value of the counter
     */
    public void add(long time, long value) {
        add(time, (double) value);
        if (wholes.length == 0 && (long) (double) value != value) {
            wholes = Arrays.stream(values).mapToLong(each -> (long) each).toArray();
        }
        if (wholes.length > 0) {
            putWhole(value);
        }
    }

    private void putWhole(long value) {
        if (wholes.length < size) {
            wholes = Arrays.copyOf(wholes, nanos.length);
        }
        wholes[size - 1] = value;
    }

    /**
     * Sets the place of the last sample in the order of the samples of the same time.
     *
     * @param turn a number that counts up, and wraps from the largest to the smallest
     */
    public void turn(int turn) {
        if (turns.length < size) {
            turns = Arrays.copyOf(turns, nanos.length);
        }
        turns[size - 1] = turn;
    }

    void addAll(CounterColumns others) {
        for (int i = 0; i < others.size; i++) {
            if (others.wholes.length > 0 && others.values[i] == (double) others.wholes[i]) {
                add(others.nanos[i], others.wholes[i]);
            } else {
                add(others.nanos[i], others.values[i]);
            }
        }
    }

    /** Sorts the samples by time; samples of the same time by their turn, or else as they were added. */
    public void sort() {
        if (!isInOrder()) {
            Integer[] order = new Integer[size];
            Arrays.setAll(order, i -> i);
            Comparator<Integer> byTime = this::compare;
            Arrays.sort(order, byTime);
            nanos = Arrays.stream(order).mapToLong(i -> nanos[i]).toArray();
            values = Arrays.stream(order).mapToDouble(i -> values[i]).toArray();
            if (wholes.length > 0) {
                wholes = Arrays.stream(order).mapToLong(i -> wholes[i]).toArray();
            }
        }
        turns = NO_TURNS;
    }

    private boolean isInOrder() {
        for (int i = 1; i < size; i++) {
            if (compare(i - 1, i) > 0) {
                return false;
            }
        }
        return true;
    }

    private int compare(int a, int b) {
        int byTime = Long.compare(nanos[a], nanos[b]);
        return byTime != 0 || turns.length == 0 ? byTime : turnOf(a) - turnOf(b);
    }

    private int turnOf(int index) {
        return index < turns.length ? turns[index] : 0;
    }

    /** {@return the times of the samples, in nanoseconds} */
    public long[] nanos() {
        return Arrays.copyOf(nanos, size);
    }

    /** {@return the values of the samples} */
    public double[] values() {
        return Arrays.copyOf(values, size);
    }

    /** {@return the values as whole numbers, if a double is not exact for one of them; else empty} */
    public long[] wholes() {
        return wholes.length == 0 ? NONE : Arrays.copyOf(wholes, size);
    }
}
