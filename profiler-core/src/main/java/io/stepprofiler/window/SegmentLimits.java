package io.stepprofiler.window;

import io.stepprofiler.recording.Limits;
import java.util.Optional;

/**
 * Limits of when segments are taken of a window, and of how many are retained.
 *
 * @param memoryBytes bytes of the buffers that may be taken before the first segment
 * @param maxBytes maximum number of bytes of all retained segments
 * @param flushNanos longest time that recorded data waits to be taken; 0 for as long as there is room
 * @param keptSteps number of retained steps; empty if steps are no reason to discard anything
 * @param keptNanos retained time; 0 if time is no reason to discard anything
 */
public record SegmentLimits(
        long memoryBytes, long maxBytes, long flushNanos, Optional<Integer> keptSteps, long keptNanos) {
    private static final long MIN_SOURCE_NANOS = 10_000_000;

    /** Returns the interval at which sources are asked for their data. */
    public long sourceNanos() {
        long most = Limits.SOURCE_INTERVAL.toNanos();
        return flushNanos == 0 ? most : Math.max(Math.min(flushNanos, most), MIN_SOURCE_NANOS);
    }

    /** True if old segments are discarded. */
    boolean keepsLast() {
        return keptSteps.isPresent() || keptNanos > 0;
    }
}
