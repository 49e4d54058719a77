package io.stepprofiler.trace;

import io.stepprofiler.columns.CounterColumns;
import java.util.Arrays;

/**
 * The samples of one counter, in the order of time.
 *
 * <p>Immutable and safe on any thread; the accessors are array reads.
 */
public final class CounterTrack {
    private final String name;
    private final long[] nanos;
    private final double[] values;

    CounterTrack(String name, long[] nanos, double[] values) {
        this.name = name;
        this.nanos = nanos;
        this.values = values;
    }

    /**
     * A counter over columns, which only the profiler itself can make.
     *
     * @param name what the counter is called
     * @param columns its samples, in any order
     */
    @SuppressWarnings("exports") // Segments have counters, too, and are no part of this package.
    public CounterTrack(String name, CounterColumns columns) {
        this.name = name;
        columns.sort();
        nanos = columns.nanos();
        values = columns.values();
    }

    /** {@return what the counter is called} */
    public String name() {
        return name;
    }

    /** {@return the number of samples} */
    public int size() {
        return nanos.length;
    }

    /**
     * {@return when sample {@code index} was taken, in nanoseconds on the clock of the trace}
     *
     * @param index index of the sample, 0 to {@link #size()} - 1
     */
    public long nanos(int index) {
        return nanos[index];
    }

    /**
     * {@return the value of sample {@code index}; may be infinite or not a number}
     *
     * @param index index of the sample, 0 to {@link #size()} - 1
     */
    public double value(int index) {
        return values[index];
    }

    int countBefore(long time) {
        return Times.countBefore(time, nanos.length, i -> nanos[i]);
    }

    CounterTrack slice(int first, int end) {
        return new CounterTrack(name, Arrays.copyOfRange(nanos, first, end), Arrays.copyOfRange(values, first, end));
    }

    @Override
    public String toString() {
        return "CounterTrack[" + name + ", " + nanos.length + " samples]";
    }
}
