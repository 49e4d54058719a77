package io.stepprofiler.clock;

import java.util.function.LongSupplier;

/**
 * One instant on the clock that recording reads and on the clocks of the trace.
 *
 * @param ticks reading of {@link Ticks}
 * @param clock the same instant on the other clocks
 */
public record ClockReading(long ticks, ClockAnchor clock) {
    private static final int ATTEMPTS = 8;
    /** On a machine that takes the processor away again and again. */
    private static final int MAX_ATTEMPTS = 100;
    /** Readings this close are off by half of it at most. */
    private static final double CLOSE_NANOS = 1000;

    /**
     * {@return a reading of this moment}
     *
     * <p>Reads the monotonic clock between two readings of the ticks, several times, keeping the closest.
     * Takes about two microseconds.
     */
    public static ClockReading now() {
        ClockAnchor wall = ClockAnchor.now();
        if (Ticks.areNanos()) {
            return new ClockReading(wall.monotonicNanos(), wall);
        }
        return closest(Ticks.SOURCE, System::nanoTime, wall);
    }

    static ClockReading closest(TickSource source, LongSupplier nanoTime, ClockAnchor wall) {
        double close = CLOSE_NANOS * source.ticksPerNano();
        long closest = Long.MAX_VALUE;
        long ticks = 0;
        long nanos = 0;
        for (int i = 0; i < ATTEMPTS || (closest > close && i < MAX_ATTEMPTS); i++) {
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

    /** {@return the instant in nanoseconds on the monotonic clock} */
    public long nanos() {
        return clock.monotonicNanos();
    }
}
