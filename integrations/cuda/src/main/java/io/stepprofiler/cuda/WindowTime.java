package io.stepprofiler.cuda;

import io.stepprofiler.cuda.WindowCounts.Oddity;

/** The time of a window, and what events have to do with it. */
final class WindowTime {
    private final long began;
    private final WindowCounts counts;

    /** Written by the thread that ends the window. */
    private volatile long ended = Long.MAX_VALUE;

    WindowTime(long began, WindowCounts counts) {
        this.began = began;
        this.counts = counts;
    }

    void end(long nanos) {
        ended = nanos;
    }

    /**
     * Whether an event belongs into the trace: it has times, and was not over when the window began. What began before
     * it, or ended after it, keeps its times.
     */
    boolean takes(long start, long end) {
        if (start <= 0 || end <= 0) {
            counts.odd(Oddity.WITHOUT_TIMES);
            return false;
        }
        if (Math.max(start, end) < began) {
            counts.odd(Oddity.BEFORE_WINDOW);
            return false;
        }
        if (end < start) {
            counts.odd(Oddity.BACKWARDS);
        }
        if (start < began) {
            counts.odd(Oddity.BEGAN_BEFORE);
        }
        if (end > ended) {
            counts.odd(Oddity.ENDED_AFTER);
        }
        return true;
    }

    /** When the window ended; when it began, as long as it is open. */
    long last() {
        return ended == Long.MAX_VALUE ? began : ended;
    }
}
