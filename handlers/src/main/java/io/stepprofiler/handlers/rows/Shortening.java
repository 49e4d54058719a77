package io.stepprofiler.handlers.rows;

import java.util.Arrays;

/**
 * By how many nanoseconds the durations of one track are written shorter than they are.
 *
 * <p>Viewers of JSON read times as doubles of microseconds since the base time, whose steps are about a nanosecond, and add
 * them. Two events that end, or end and begin, at the same nanosecond may so come to overlap by a rounding error, and
 * the later one is then not shown. Where that would happen the duration is written shorter by as little as prevents it;
 * the event says by how much.
 */
public final class Shortening {
    private static final double NANOS_A_MICRO = 1000.0;
    /** Events that are this far apart stay apart: each end is off by less than a nanosecond. */
    private static final long SAFE_NANOS = 2;

    private final int items;
    private final RowStyle style;
    private short[] byItem = {};
    private boolean changed;

    Shortening(int items, RowStyle style) {
        this.items = items;
        this.style = style;
    }

    boolean isEmpty() {
        return byItem.length == 0;
    }

    /**
     * {@return by how many nanoseconds the duration of an item is to be written shorter}
     *
     * @param item number of the event or step
     */
    public int of(int item) {
        return byItem.length == 0 ? 0 : Short.toUnsignedInt(byItem[item]);
    }

    /** {@return the number of durations that are to be written shorter} */
    public int count() {
        int count = 0;
        for (short nanos : byItem) {
            count += nanos == 0 ? 0 : 1;
        }
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
        if (style == RowStyle.EXACT || end <= limitEnd - SAFE_NANOS) {
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

    private void add(int item, int nanos) {
        if (byItem.length == 0) {
            byItem = Arrays.copyOf(byItem, items);
        }
        byItem[item] += (short) nanos;
        changed = true;
    }
}
