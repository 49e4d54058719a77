package io.stepprofiler.analysis.memory;

/**
 * A pass over a memory timeline, moment by moment, with the bytes in each category after all changes of the moment.
 *
 * <p>The state before the window is a moment of its own, the first. The getters are for the moment that {@link #next}
 * moved to. For use by one thread.
 */
public final class MemoryMoments {
    private final TimelineRows rows;
    private final TimeScale scale;
    private final long[] sums = new long[CategoryNumber.COUNT];
    private int next;
    private boolean preexisting;
    private long time;
    private long total;

    /** Converts times of a trace to times of moments, in the same order. */
    @FunctionalInterface
    public interface TimeScale {
        /**
         * {@return the time of a moment}
         *
         * @param nanos a time in nanoseconds on the clock of the trace
         */
        long of(long nanos);
    }

    MemoryMoments(TimelineRows rows, TimeScale scale) {
        this.rows = rows;
        this.scale = scale;
    }

    /** {@return whether there is another moment} Moves to it. */
    public boolean next() {
        if (next == rows.size()) {
            return false;
        }
        preexisting = rows.isPreexisting(next);
        time = preexisting ? -1 : scale.of(rows.nanos(next));
        do {
            long bytes = rows.bytes(next);
            if (rows.takes(next)) {
                sums[rows.before(next)] -= bytes;
                total -= bytes;
            }
            if (rows.gives(next)) {
                sums[rows.after(next)] += bytes;
                total += bytes;
            }
            next++;
        } while (next < rows.size()
                && rows.isPreexisting(next) == preexisting
                && (preexisting || scale.of(rows.nanos(next)) == time));
        return true;
    }

    /** {@return whether the moment is the state before the window} */
    public boolean isPreexisting() {
        return preexisting;
    }

    /** {@return the time of the moment, scaled; -1 for the state before the window} */
    public long time() {
        return time;
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
        return sums[category];
    }

    long[] copy() {
        return sums.clone();
    }
}
