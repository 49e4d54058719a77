package io.stepprofiler.handlers.rows;

/**
 * Nanoseconds by which the durations of one track are shortened in the file.
 *
 * <p>Viewers of JSON read times as doubles of microseconds since the base time, whose steps are about a nanosecond, and
 * add them. A rounding error may make two events overlap that end, or end and begin, at the same nanosecond, and
 * viewers then drop the later one. To prevent that, a duration is shortened by as little as possible; an argument of
 * the event gives the amount.
 */
public final class Shortening {
    private static final double NANOS_A_MICRO = 1000.0;
    /** Events that are this far apart stay apart: each end is off by less than a nanosecond. */
    private static final long SAFE_NANOS = 2;

    private final RowStyle style;
    private final int items;
    /** Nanoseconds by item; allocated when the first item is shortened. */
    private short[] nanos = {};

    private int count;
    private boolean changed;

    /** Shortening of a number of events and steps, none of them shortened yet. */
    Shortening(int items, RowStyle style) {
        this.style = style;
        this.items = items;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /**
     * {@return the nanoseconds by which the duration of an item is shortened}
     *
     * @param item number of the event or step
     */
    public int of(int item) {
        return nanos.length == 0 ? 0 : Short.toUnsignedInt(nanos[item]);
    }

    /** {@return the number of shortened durations} */
    public int count() {
        return count;
    }

    /** True if a duration was shortened since the last call. */
    boolean takeChanged() {
        boolean result = changed;
        changed = false;
        return result;
    }

    /**
     * Returns the latest end, not after {@code end}, that a viewer does not see after the limit, the end of another
     * event.
     */
    long endWithin(int item, long start, long end, long limitStart, long limitEnd) {
        if (!style.rounds() || end <= limitEnd - SAFE_NANOS) {
            return end;
        }
        double limit = viewed(limitStart, limitEnd);
        long shortened = end;
        while (shortened > start && viewed(start, shortened) > limit) {
            shortened--;
        }
        if (shortened < end) {
            add(item, (int) (end - shortened));
        }
        return shortened;
    }

    /**
     * {@return the end of an event as a viewer computes it, in microseconds}
     *
     * @param start when it begins, in nanoseconds since the base time
     * @param end when it ends
     */
    public static double viewed(long start, long end) {
        return start / NANOS_A_MICRO + (end - start) / NANOS_A_MICRO;
    }

    private void add(int item, int more) {
        if (nanos.length == 0) {
            nanos = new short[items];
        }
        count += nanos[item] == 0 ? 1 : 0;
        nanos[item] += (short) more;
        changed = true;
    }
}
