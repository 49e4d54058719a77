package io.stepprofiler.averages;

import java.util.Arrays;

/**
 * The open events of one track while it is walked in the order of time, sharing out the time among them: every moment
 * belongs to the event that began last among those that are open.
 *
 * <p>For events that nest this is the usual self time, duration less the children's. For events that overlap without
 * nesting it never gives a moment to two, so the sum stays the time that passed inside events.
 */
final class OpenEvents {
    private final long[] self;
    private int[] groups = new int[64];
    private long[] ends = new long[64];
    private int open;
    private long cursor;

    /** Adds to {@code self}, which is indexed by group. */
    OpenEvents(long[] self) {
        this.self = self;
    }

    /** Takes the next event in the order of starts, outer ones first. */
    void begin(int group, long start, long end) {
        closeUntil(start);
        if (open > 0) {
            self[groups[open - 1]] += start - cursor;
        }
        cursor = start;
        if (open == groups.length) {
            makeRoom(start);
        }
        groups[open] = group;
        ends[open++] = end;
    }

    /** Forgets what has ended below the top; without that, events that overlap in a chain would pile up for ever. */
    private void makeRoom(long time) {
        int kept = 0;
        for (int level = 0; level < open; level++) {
            if (ends[level] > time) {
                groups[kept] = groups[level];
                ends[kept++] = ends[level];
            }
        }
        open = kept;
        if (open > groups.length / 2) {
            groups = Arrays.copyOf(groups, groups.length * 2);
            ends = Arrays.copyOf(ends, ends.length * 2);
        }
    }

    void finish() {
        closeUntil(Long.MAX_VALUE);
    }

    /** Ends what ends before or at a time, after which the last one that is open at that time is on top. */
    void closeUntil(long time) {
        while (open > 0 && ends[open - 1] <= time) {
            open--;
            if (ends[open] > cursor) {
                self[groups[open]] += ends[open] - cursor;
                cursor = ends[open];
            }
        }
    }

    /** How many levels there are; those below the top may hold events that have ended. */
    int depth() {
        return open;
    }

    int group(int level) {
        return groups[level];
    }

    long end(int level) {
        return ends[level];
    }
}
