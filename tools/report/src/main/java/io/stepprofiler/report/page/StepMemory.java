package io.stepprofiler.report.page;

import io.stepprofiler.analysis.memory.MemoryMoments;
import io.stepprofiler.analysis.memory.MemoryTimeline;
import java.util.Arrays;

/** The bytes that were in use in stretches of time, of all moments of a timeline, of which a chart may have few. */
final class StepMemory {
    private final long[] nanos;
    private final long[] totals;

    /** Takes a pass over the changes, and 16 bytes a moment. */
    StepMemory(MemoryTimeline timeline, int moments) {
        nanos = new long[moments];
        totals = new long[moments];
        int moment = 0;
        for (MemoryMoments sums = timeline.moments(time -> time); sums.next(); moment++) {
            nanos[moment] = sums.isPreexisting() ? Long.MIN_VALUE : sums.time();
            totals[moment] = sums.total();
        }
    }

    /** The most bytes at any instant from one time to another, at which the next step may begin. */
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

    /** The last moment that is not after a time; -1 if there is none. */
    private int last(long time) {
        int found = Arrays.binarySearch(nanos, time);
        return found >= 0 ? found : -found - 2;
    }
}
