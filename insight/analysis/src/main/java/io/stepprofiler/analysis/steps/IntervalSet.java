package io.stepprofiler.analysis.steps;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.amount.Search;
import io.stepprofiler.event.StepMark;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Set of instants as disjoint intervals, in order, without adjacent ones. Immutable. */
public final class IntervalSet {
    /** Empty set. */
    public static final IntervalSet NONE = new IntervalSet(new long[0], new long[0], 0);

    private final long[] starts;
    private final long[] ends;
    private final int size;

    /** Total length of the intervals before each one; the last entry is the length of all. */
    private final long[] before;

    private IntervalSet(long[] starts, long[] ends, int size) {
        this.starts = starts;
        this.ends = ends;
        this.size = size;
        before = new long[size + 1];
        for (int i = 0; i < size; i++) {
            before[i + 1] = before[i] + ends[i] - starts[i];
        }
    }

    /**
     * Interval, which may be empty.
     *
     * @param start its first instant, in nanoseconds
     * @param end the first instant after it
     */
    public record Stretch(long start, long end) {}

    /**
     * Returns a set of one interval.
     *
     * @param start its first instant, in nanoseconds
     * @param end the first instant after it; the set is empty if it is not later
     */
    static IntervalSet of(long start, long end) {
        return end <= start ? NONE : new IntervalSet(new long[] {start}, new long[] {end}, 1);
    }

    /**
     * {@return the union of some intervals}
     *
     * @param stretches the intervals, in any order; they may overlap
     */
    public static IntervalSet of(List<Stretch> stretches) {
        Builder builder = new Builder();
        stretches.forEach(stretch -> builder.add(stretch.start, stretch.end));
        return builder.build();
    }

    /**
     * {@return the times of some steps, on the clock of the trace}
     *
     * @param steps the steps, in any order
     */
    public static IntervalSet ofSteps(List<StepMark> steps) {
        Builder builder = new Builder();
        steps.forEach(step -> builder.add(step.startNanos(), step.startNanos() + step.durationNanos()));
        return builder.build();
    }

    /** Builder from intervals that may overlap. */
    static final class Builder {
        private long[] starts = new long[8];
        private long[] ends = new long[8];
        private int size;
        private boolean isSorted = true;

        void add(long start, long end) {
            if (end <= start) {
                return;
            }
            if (isSorted && size > 0 && start >= starts[size - 1] && start <= ends[size - 1]) {
                ends[size - 1] = Math.max(ends[size - 1], end);
                return;
            }
            isSorted &= size == 0 || start > ends[size - 1];
            if (size == starts.length) {
                starts = Arrays.copyOf(starts, 2 * size);
                ends = Arrays.copyOf(ends, 2 * size);
            }
            starts[size] = start;
            ends[size++] = end;
        }

        Builder addAll(IntervalSet others) {
            for (int i = 0; i < others.size; i++) {
                add(others.starts[i], others.ends[i]);
            }
            return this;
        }

        IntervalSet build() {
            if (isSorted) {
                return size == 0 ? NONE : new IntervalSet(starts, ends, size);
            }
            Stretch[] sorted = new Stretch[size];
            Arrays.setAll(sorted, i -> new Stretch(starts[i], ends[i]));
            Arrays.sort(sorted, Comparator.comparingLong(Stretch::start));
            return of(List.of(sorted));
        }
    }

    /** {@return the number of intervals} */
    public int size() {
        return size;
    }

    /**
     * {@return the first instant of an interval, in nanoseconds}
     *
     * @param index index of the interval, 0 to {@link #size()} - 1
     */
    public long start(int index) {
        return starts[index];
    }

    /**
     * {@return the first instant after an interval, in nanoseconds}
     *
     * @param index index of the interval, 0 to {@link #size()} - 1
     */
    public long end(int index) {
        return ends[index];
    }

    /** {@return the total length of the intervals, in nanoseconds} */
    public long nanos() {
        return before[size];
    }

    /**
     * {@return the length of the intervals between two instants, in nanoseconds} Takes time logarithmic in their
     * number.
     *
     * @param from the first instant
     * @param to the first instant after; the length is 0 if it is not later
     */
    public long nanosWithin(long from, long to) {
        return to <= from ? 0 : nanosBefore(to) - nanosBefore(from);
    }

    private long nanosBefore(long instant) {
        int next = firstEndingAfter(instant);
        return before[next] + (next < size ? Math.max(0, instant - starts[next]) : 0);
    }

    /**
     * {@return whether an instant is in the set}
     *
     * @param instant the instant, in nanoseconds
     */
    public boolean contains(long instant) {
        int index = firstEndingAfter(instant);
        return index < size && starts[index] <= instant;
    }

    /**
     * {@return the first instant of the set at or after an instant; {@link Long#MAX_VALUE} if there is none}
     *
     * @param instant the instant, in nanoseconds
     */
    public long nextFrom(long instant) {
        int index = firstEndingAfter(instant);
        return index == size ? Long.MAX_VALUE : Math.max(instant, starts[index]);
    }

    /**
     * {@return the intersection of this set and another one}
     *
     * @param other the other set
     */
    public IntervalSet and(IntervalSet other) {
        Builder both = new Builder();
        for (int i = 0; i < size; i++) {
            for (int j = other.firstEndingAfter(starts[i]); j < other.size && other.starts[j] < ends[i]; j++) {
                both.add(Math.max(starts[i], other.starts[j]), Math.min(ends[i], other.ends[j]));
            }
        }
        return both.build();
    }

    /**
     * {@return this set without the instants of another one}
     *
     * @param other the other set
     */
    public IntervalSet minus(IntervalSet other) {
        Builder rest = new Builder();
        for (int i = 0; i < size; i++) {
            long from = starts[i];
            for (int j = other.firstEndingAfter(from); j < other.size && other.starts[j] < ends[i]; j++) {
                rest.add(from, other.starts[j]);
                from = other.ends[j];
            }
            rest.add(from, ends[i]);
        }
        return rest.build();
    }

    private int firstEndingAfter(long instant) {
        return Search.upTo(instant, size, ends);
    }

    @Override
    public String toString() {
        return "Stretches[" + size + ", " + Amount.time(nanos()) + "]";
    }
}
