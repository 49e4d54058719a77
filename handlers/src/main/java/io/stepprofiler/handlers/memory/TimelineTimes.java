package io.stepprofiler.handlers.memory;

import io.stepprofiler.analysis.memory.MemoryTimeline;

/** Times in the files of a memory timeline. */
final class TimelineTimes {
    private TimelineTimes() {}

    /** Nanoseconds since 1970, at least 0, because files have no negative times. */
    static long epochNanos(MemoryTimeline timeline, long nanos) {
        return Math.max(timeline.trace().start().toEpochNanos(nanos), 0);
    }
}
