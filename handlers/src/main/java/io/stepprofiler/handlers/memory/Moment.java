package io.stepprofiler.handlers.memory;

/** The bytes in use, in each category, at one time. */
final class Moment {
    private final boolean preexisting;
    private final long nanos;
    private final long total;
    private final long[] bytes;

    /** The present moment of some running sums, seen at a time. */
    Moment(RunningSums sums, long nanos) {
        this(sums.isPreexisting(), nanos, sums.total(), sums.copy());
    }

    private Moment(boolean preexisting, long nanos, long total, long[] bytes) {
        this.preexisting = preexisting;
        this.nanos = nanos;
        this.total = total;
        this.bytes = bytes;
    }

    /** The moment of a timeline at which most bytes were in use, the first of several. */
    static Moment peak(TimelineRows rows, long startNanos) {
        Moment peak = new Moment(true, startNanos, 0, new long[CategoryNumber.COUNT]);
        for (RunningSums sums = new RunningSums(rows, nanos -> nanos); sums.next(); ) {
            if (sums.total() > peak.total) {
                peak = new Moment(sums, sums.isPreexisting() ? startNanos : sums.time());
            }
        }
        return peak;
    }

    /** Whether it is what was there before the window. */
    boolean isPreexisting() {
        return preexisting;
    }

    long nanos() {
        return nanos;
    }

    long total() {
        return total;
    }

    long bytes(int category) {
        return bytes[category];
    }
}
