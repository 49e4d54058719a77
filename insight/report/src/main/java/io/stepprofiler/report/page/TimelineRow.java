package io.stepprofiler.report.page;

import java.util.Arrays;

/** Spans in one row of the timeline, in the order of time, without overlap. Not thread-safe. */
final class TimelineRow {
    private static final int FIRST_CAPACITY = 16;

    private long[] starts = new long[FIRST_CAPACITY];
    private long[] ends = new long[FIRST_CAPACITY];
    private int[] values = new int[FIRST_CAPACITY];
    private int size;

    /**
     * Appends a span.
     *
     * @param start its start in nanoseconds, not before {@link #end()}
     * @param end its end, not before its start
     * @param value number of its label, or of a step; 0 or more
     */
    void add(long start, long end, int value) {
        if (size == starts.length) {
            int capacity = 2 * size;
            starts = Arrays.copyOf(starts, capacity);
            ends = Arrays.copyOf(ends, capacity);
            values = Arrays.copyOf(values, capacity);
        }
        starts[size] = start;
        ends[size] = end;
        values[size++] = value;
    }

    /** The end of the last span; the minimum value if there is none. */
    long end() {
        return size == 0 ? Long.MIN_VALUE : ends[size - 1];
    }

    int size() {
        return size;
    }

    long start(int index) {
        return starts[index];
    }

    long end(int index) {
        return ends[index];
    }

    int value(int index) {
        return values[index];
    }
}
