package io.stepprofiler;

import io.stepprofiler.source.TickSource;
import io.stepprofiler.trace.ClockAnchor;
import java.util.function.LongSupplier;

/**
 * One instant on the clock that recording reads and on the clocks of the trace.
 *
 * @param ticks reading of {@link Ticks}
 * @param clock the same instant on the other clocks
 */
record ClockReading(long ticks, ClockAnchor clock) {
    private static final int ATTEMPTS = 8;
    /** On a machine that takes the processor away again and again. */
    private static final int MOST_ATTEMPTS = 100;
    /** Readings this close are off by half of it at most. */
    private static final double CLOSE_NANOS = 1000;

    /**
     * Reads the clocks now: the monotonic clock between two readings of the ticks, several times, keeping the closest.
     * Takes about two microseconds.
     */
    static ClockReading now() {
        ClockAnchor wall = ClockAnchor.now();
        if (Ticks.SOURCE instanceof Ticks.NanoTime) {
            return new ClockReading(wall.monotonicNanos(), wall);
        }
        return closest(Ticks.SOURCE, System::nanoTime, wall);
    }

    static ClockReading closest(TickSource source, LongSupplier nanoTime, ClockAnchor wall) {
        double close = CLOSE_NANOS * source.ticksPerNano();
        long closest = Long.MAX_VALUE;
        long ticks = 0;
        long nanos = 0;
        for (int i = 0; i < ATTEMPTS || (closest > close && i < MOST_ATTEMPTS); i++) {
            long before = source.ticks();
            long monotonic = nanoTime.getAsLong();
            long gap = source.ticks() - before;
            if (gap >= 0 && gap < closest) {
                closest = gap;
                ticks = before + gap / 2;
                nanos = monotonic;
            }
        }
        return new ClockReading(ticks, new ClockAnchor(nanos, wall.toEpochNanos(nanos)));
    }

    long nanos() {
        return clock.monotonicNanos();
    }
}
