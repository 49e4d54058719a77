package io.stepprofiler.handlers.memory;

/**
 * Goes along the rows of a timeline, moment by moment, with the bytes in each category after all changes of the moment.
 *
 * <p>What was there before the window is a moment of its own, the first.
 */
final class RunningSums {
    static final int CATEGORIES = CategoryNumber.COUNT;

    private final TimelineRows rows;
    private final TimeScale scale;
    private final long[] sums = new long[CATEGORIES];
    private int next;
    private boolean preexisting;
    private long time;
    private long total;

    /** Maps the times of rows to those of moments; never falling. */
    interface TimeScale {
        long of(long nanos);
    }

    RunningSums(TimelineRows rows, TimeScale scale) {
        this.rows = rows;
        this.scale = scale;
    }

    /** Goes to the next moment; false if there is none. */
    boolean next() {
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

    boolean isPreexisting() {
        return preexisting;
    }

    /** The time of the moment, scaled; -1 for what was there before. */
    long time() {
        return time;
    }

    long total() {
        return total;
    }

    long bytes(int category) {
        return sums[category];
    }

    long[] copy() {
        return sums.clone();
    }
}
