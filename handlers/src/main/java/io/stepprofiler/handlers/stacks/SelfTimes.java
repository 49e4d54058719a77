package io.stepprofiler.handlers.stacks;

import io.stepprofiler.trace.Track;
import java.util.Arrays;

/**
 * The self times of the events of a track, in nanoseconds: every moment belongs to the event that began last among
 * those that are open. Events that ended on another thread have none, and take none from others; no more do those
 * without an end, since their durations are unknown.
 *
 * <p>The self times of a track add up to the time that passed inside its events, also where they overlap without
 * nesting.
 */
final class SelfTimes {
    private final Track track;
    private final long[] self;
    private int[] open = new int[64];
    private int depth;
    private long cursor;

    private SelfTimes(Track track) {
        this.track = track;
        self = new long[track.size()];
    }

    static long[] of(Track track) {
        SelfTimes times = new SelfTimes(track);
        for (int i = 0; i < track.size(); i++) {
            if (!track.isAsync(i) && !track.isUnfinished(i)) {
                times.begin(i);
            }
        }
        times.closeUntil(Long.MAX_VALUE);
        return times.self;
    }

    private void begin(int event) {
        long start = track.startNanos(event);
        closeUntil(start);
        if (depth > 0) {
            self[open[depth - 1]] += start - cursor;
        }
        cursor = start;
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
        }
        open[depth++] = event;
    }

    private void closeUntil(long time) {
        while (depth > 0 && end(open[depth - 1]) <= time) {
            int event = open[--depth];
            if (end(event) > cursor) {
                self[event] += end(event) - cursor;
                cursor = end(event);
            }
        }
    }

    private long end(int event) {
        return track.startNanos(event) + track.durationNanos(event);
    }
}
