package io.stepprofiler.handlers.chrome;

import java.util.Arrays;

/**
 * By how many nanoseconds the durations of one track are written shorter than they are.
 *
 * <p>Viewers read times as doubles of microseconds since the base time, whose steps are about a nanosecond, and add
 * them. Two events that end, or end and begin, at the same nanosecond may so come to overlap by a rounding error, and
 * the later one is then not shown. Where that would happen the duration is written shorter by as little as prevents it;
 * the event says by how much.
 */
final class Shortening {
    private static final double NANOS_A_MICRO = 1000.0;
    /** Events that are this far apart stay apart: each end is off by less than a nanosecond. */
    private static final long SAFE_NANOS = 2;

    private final int items;
    private short[] byItem = {};
    private boolean changed;

    Shortening(int items) {
        this.items = items;
    }

    boolean isEmpty() {
        return byItem.length == 0;
    }

    int of(int item) {
        return byItem.length == 0 ? 0 : Short.toUnsignedInt(byItem[item]);
    }

    int count() {
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
        if (end <= limitEnd - SAFE_NANOS) {
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

    /** Where a viewer sees the end of an event. */
    static double viewed(long start, long end) {
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
