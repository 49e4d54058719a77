package io.stepprofiler.trace;

import java.util.Arrays;

/** How many events of a trace begin when: counts for many short stretches of equal length. */
final class EventDensity {
    private static final int STRETCHES = 1 << 16;

    private final long[] counts = new long[STRETCHES];
    private final long first;
    private final long width;

    EventDensity(Trace trace) {
        long earliest = Long.MAX_VALUE;
        long latest = Long.MIN_VALUE;
        for (Track track : trace.tracks()) {
            if (track.size() > 0) {
                earliest = Math.min(earliest, track.startNanos(0));
                latest = Math.max(latest, track.startNanos(track.size() - 1));
            }
        }
        first = earliest;
        width = Math.max(latest - earliest, 0) / STRETCHES + 1;
        for (Track track : trace.tracks()) {
            for (int i = 0; i < track.size(); i++) {
                counts[(int) ((track.startNanos(i) - first) / width)]++;
            }
        }
    }

    /** Cuts so that parts have at most so many events, at a step if one begins in the latter half of a part. */
    long[] cuts(int most, long[] steps) {
        long[] cuts = new long[STRETCHES];
        int size = 0;
        long events = 0;
        int halfFull = 0;
        for (int stretch = 0; stretch < STRETCHES; stretch++) {
            while (events > 0 && events + counts[stretch] > most) {
                long at = lastStep(steps, time(halfFull), time(stretch));
                cuts[size++] = at;
                // What is in the stretch of a step counts as if all of it were behind the step.
                int next = (int) ((at - first) / width);
                events = Arrays.stream(counts, next, stretch).sum();
                halfFull = next + 1;
            }
            if (events <= most / 2) {
                halfFull = stretch + 1;
            }
            events += counts[stretch];
        }
        return Arrays.copyOf(cuts, size);
    }

    private long time(int stretch) {
        return first + stretch * width;
    }

    /** When the last step in {@code (after, end]} begins; the end if there is none. */
    private static long lastStep(long[] steps, long after, long end) {
        int found = Arrays.binarySearch(steps, end);
        int at = found >= 0 ? found : -found - 2;
        return at >= 0 && steps[at] > after ? steps[at] : end;
    }
}
