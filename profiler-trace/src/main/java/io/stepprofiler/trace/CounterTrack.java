package io.stepprofiler.trace;

import io.stepprofiler.amount.Search;
import io.stepprofiler.columns.CounterColumns;
import io.stepprofiler.columns.DomainName;
import java.util.Arrays;

/**
 * The samples of one counter, in the order of time.
 *
 * <p>Immutable and safe on any thread; the accessors are array reads.
 */
public final class CounterTrack {
    private final DomainName name;
    private final long[] nanos;
    private final double[] values;
    /** Empty if each double is exact. */
    private final long[] wholes;

    private CounterTrack(DomainName name, long[] nanos, double[] values, long[] wholes) {
        this.name = name;
        this.nanos = nanos;
        this.values = values;
        this.wholes = wholes;
    }

    /** A counter with samples in any order. */
    CounterTrack(DomainName name, CounterColumns columns) {
        this.name = name;
        columns.sort();
        nanos = columns.nanos();
        values = columns.values();
        wholes = columns.wholes();
    }

    /** {@return the name of the counter} */
    public String name() {
        return name.name();
    }

    /** {@return the domain that the counter belongs to; empty if it belongs to none} */
    public String domain() {
        return name.domain();
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

    /**
     * {@return the value of sample {@code index} as a whole number} It is exact if the counter was set, incremented or
     * decremented, also if {@link #value} has to be rounded; otherwise it is the value truncated to a whole number.
     *
     * @param index index of the sample, 0 to {@link #size()} - 1
     */
    public long longValue(int index) {
        boolean exact = wholes.length > 0 && (double) wholes[index] == values[index];
        return exact ? wholes[index] : (long) values[index];
    }

    int countBefore(long time) {
        return Search.below(time, nanos.length, nanos);
    }

    CounterTrack slice(int first, int end) {
        return new CounterTrack(
                name,
                Arrays.copyOfRange(nanos, first, end),
                Arrays.copyOfRange(values, first, end),
                wholes.length == 0 ? wholes : Arrays.copyOfRange(wholes, first, end));
    }

    @Override
    public String toString() {
        return "CounterTrack[" + name() + ", " + nanos.length + " samples]";
    }
}
