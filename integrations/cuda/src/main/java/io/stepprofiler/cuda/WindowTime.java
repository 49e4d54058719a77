package io.stepprofiler.cuda;

import io.stepprofiler.cuda.WindowCounts.Oddity;

/** Time of a window, and check of events against it. */
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
     * Returns whether the trace takes an event: it has times, and ended after the window began. An event that began
     * before or ended after the window keeps its times.
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

    /** End of the window; its start while it is open. */
    long last() {
        return ended == Long.MAX_VALUE ? began : ended;
    }
}
