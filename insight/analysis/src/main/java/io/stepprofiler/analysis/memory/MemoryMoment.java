package io.stepprofiler.analysis.memory;

/** The bytes in use, in each category, at one time. Immutable. */
public final class MemoryMoment {
    private final boolean preexisting;
    private final long nanos;
    private final long total;
    private final long[] bytes;

    /** The current moment of running sums, with its time. */
    MemoryMoment(MemoryMoments sums, long nanos) {
        this(sums.isPreexisting(), nanos, sums.total(), sums.copy());
    }

    private MemoryMoment(boolean preexisting, long nanos, long total, long[] bytes) {
        this.preexisting = preexisting;
        this.nanos = nanos;
        this.total = total;
        this.bytes = bytes;
    }

    /** The moment of a timeline at which most bytes were in use, the first of several. */
    static MemoryMoment peak(TimelineRows rows, long startNanos) {
        MemoryMoment peak = new MemoryMoment(true, startNanos, 0, new long[CategoryNumber.COUNT]);
        for (MemoryMoments sums = new MemoryMoments(rows, nanos -> nanos); sums.next(); ) {
            if (sums.total() > peak.total) {
                peak = new MemoryMoment(sums, sums.isPreexisting() ? startNanos : sums.time());
            }
        }
        return peak;
    }

    /** {@return whether it is the state before the window} */
    public boolean isPreexisting() {
        return preexisting;
    }

    /** {@return its time, in nanoseconds on the clock of the trace} */
    public long nanos() {
        return nanos;
    }

    /** {@return the bytes in all categories} */
    public long total() {
        return total;
    }

    /**
     * {@return the bytes in a category}
     *
     * @param category its {@linkplain CategoryNumber number}
     */
    public long bytes(int category) {
        return bytes[category];
    }
}
