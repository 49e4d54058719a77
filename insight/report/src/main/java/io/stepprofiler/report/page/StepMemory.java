package io.stepprofiler.report.page;

import io.stepprofiler.analysis.memory.MemoryMoments;
import io.stepprofiler.analysis.memory.MemoryTimeline;
import java.util.Arrays;

/** Bytes in use over time, with all moments of a timeline, while a chart may keep only some. */
final class StepMemory {
    private final long[] nanos;
    private final long[] totals;

    /** Takes one pass over the changes, and 16 bytes per moment. */
    StepMemory(MemoryTimeline timeline, int moments) {
        nanos = new long[moments];
        totals = new long[moments];
        int moment = 0;
        for (MemoryMoments sums = timeline.moments(time -> time); sums.next(); moment++) {
            nanos[moment] = sums.isPreexisting() ? Long.MIN_VALUE : sums.time();
            totals[moment] = sums.total();
        }
    }

    /** Maximum bytes from one time up to, but not including, another, at which the next step may begin. */
    long most(long from, long to) {
        int moment = Math.max(0, last(from));
        long most = 0;
        for (; moment < nanos.length && nanos[moment] < to; moment++) {
            most = Math.max(most, totals[moment]);
        }
        return most;
    }

    /** The bytes after all changes before a time. */
    long before(long time) {
        int moment = last(time - 1);
        return moment < 0 ? 0 : totals[moment];
    }

    /** Index of the last moment at or before a time; -1 if there is none. */
    private int last(long time) {
        int found = Arrays.binarySearch(nanos, time);
        return found >= 0 ? found : -found - 2;
    }
}
