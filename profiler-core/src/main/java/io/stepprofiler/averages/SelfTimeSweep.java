package io.stepprofiler.averages;

import java.util.Arrays;

/**
 * Shares out the time of one track among its events: every moment belongs to the event that began last among those that
 * are open.
 *
 * <p>For events that nest this is the usual self time, duration less the children's. For events that overlap without
 * nesting it never gives a moment to two, so the sum stays the time that passed inside events.
 */
final class SelfTimeSweep {
    private final long[] self;
    private int[] openGroups = new int[64];
    private long[] openEnds = new long[64];
    private int open;
    private long cursor;

    /** Adds to {@code self}, which is indexed by group. */
    SelfTimeSweep(long[] self) {
        this.self = self;
    }

    /** Takes the next event in the order of starts, outer ones first. */
    void begin(int group, long start, long end) {
        closeUntil(start);
        if (open > 0) {
            self[openGroups[open - 1]] += start - cursor;
        }
        cursor = start;
        if (open == openGroups.length) {
            openGroups = Arrays.copyOf(openGroups, open * 2);
            openEnds = Arrays.copyOf(openEnds, open * 2);
        }
        openGroups[open] = group;
        openEnds[open++] = end;
    }

    void finish() {
        closeUntil(Long.MAX_VALUE);
    }

    private void closeUntil(long time) {
        while (open > 0 && openEnds[open - 1] <= time) {
            open--;
            if (openEnds[open] > cursor) {
                self[openGroups[open]] += openEnds[open] - cursor;
                cursor = openEnds[open];
            }
        }
    }
}
