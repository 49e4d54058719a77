package io.stepprofiler.handlers.rows;

/**
 * By how many nanoseconds the durations of one track are written shorter than they are.
 *
 * <p>Viewers of JSON read times as doubles of microseconds since the base time, whose steps are about a nanosecond, and
 * add them. Two events that end, or end and begin, at the same nanosecond may so come to overlap by a rounding error,
 * and the later one is then not shown. Where that would happen the duration is written shorter by as little as prevents
 * it; the event says by how much.
 */
public final class Shortening {
    private static final double NANOS_A_MICRO = 1000.0;
    /** Events that are this far apart stay apart: each end is off by less than a nanosecond. */
    private static final long SAFE_NANOS = 2;

    private final RowStyle style;
    private final int items;
    /** By item; made where one is shortened. */
    private short[] nanos = {};

    private int count;
    private boolean changed;

    /** Nothing is shortened yet of a number of events and steps. */
    Shortening(int items, RowStyle style) {
        this.style = style;
        this.items = items;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /**
     * {@return by how many nanoseconds the duration of an item is to be written shorter}
     *
     * @param item number of the event or step
     */
    public int of(int item) {
        return nanos.length == 0 ? 0 : Short.toUnsignedInt(nanos[item]);
    }

    /** {@return the number of durations that are to be written shorter} */
    public int count() {
        return count;
    }

    /** Whether something was shortened since this was last asked. */
    boolean takeChanged() {
        boolean result = changed;
        changed = false;
        return result;
    }

    /** The latest end, given that the limit is the end of an event, from which a viewer does not go past that limit. */
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
     * {@return where a viewer sees the end of an event}
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
