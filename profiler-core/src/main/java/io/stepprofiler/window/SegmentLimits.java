package io.stepprofiler.window;

import io.stepprofiler.recording.Limits;
import java.util.Optional;

/**
 * When segments are taken of a window, and how many are kept.
 *
 * @param memoryBytes how much of the buffers may be full before the first one is taken
 * @param maxBytes most bytes of all that are kept
 * @param flushNanos how long what is recorded may wait to be taken; 0 for as long as there is room
 * @param keptSteps how many steps are kept; empty if that is no reason to give anything up
 * @param keptNanos what time is kept; 0 if that is no reason to give anything up
 */
public record SegmentLimits(
        long memoryBytes, long maxBytes, long flushNanos, Optional<Integer> keptSteps, long keptNanos) {
    private static final long MIN_SOURCE_NANOS = 10_000_000;

    /** How often sources are asked for what they have seen. */
    public long sourceNanos() {
        long most = Limits.SOURCE_INTERVAL.toNanos();
        return flushNanos == 0 ? most : Math.max(Math.min(flushNanos, most), MIN_SOURCE_NANOS);
    }

    /** Whether old segments are given up. */
    boolean keepsLast() {
        return keptSteps.isPresent() || keptNanos > 0;
    }
}
