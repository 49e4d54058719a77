package io.stepprofiler.clock;

import java.util.function.LongSupplier;

/**
 * One moment on a counter and on the monotonic clock.
 *
 * @param ticks reading of the counter
 * @param nanos the same moment on the clock of {@link System#nanoTime()}
 * @param errorNanos how far the two may be apart at most, in nanoseconds: half of the time that taking both took
 */
public record TickReading(long ticks, long nanos, long errorNanos) {
    private static final int ATTEMPTS = 8;
    /** Limit for a machine that keeps taking the processor away. */
    private static final int MAX_ATTEMPTS = 100;
    /** Readings of the counter this close together are good enough: the error is at most half of it. */
    private static final long CLOSE_NANOS = 1000;

    /**
     * {@return a reading of the monotonic clock between two of the counter} The moment is the middle of these.
     *
     * @param before reading of the counter before that of the clock
     * @param nanos reading of the clock
     * @param after reading of the counter after that of the clock, not less than {@code before}
     * @param ticksPerNano rate of the counter, for the error
     */
    public static TickReading between(long before, long nanos, long after, double ticksPerNano) {
        long gap = after - before;
        return new TickReading(before + gap / 2, nanos, (long) Math.ceil(gap / ticksPerNano / 2));
    }

    /**
     * {@return a reading of this moment} Reads the clock between two readings of the counter, 8 times or more, and
     * keeps the closest; takes about a microsecond if both are quick.
     *
     * @param counter reads the counter
     * @param ticksPerNano rate of the counter, for the error
     */
    public static TickReading now(LongSupplier counter, double ticksPerNano) {
        return closest(counter, System::nanoTime, ticksPerNano);
    }

    static TickReading closest(LongSupplier counter, LongSupplier nanoTime, double ticksPerNano) {
        double close = CLOSE_NANOS * ticksPerNano;
        long closest = Long.MAX_VALUE;
        TickReading reading = new TickReading(0, 0, Long.MAX_VALUE);
        for (int i = 0; i < ATTEMPTS || (closest > close && i < MAX_ATTEMPTS); i++) {
            long before = counter.getAsLong();
            long nanos = nanoTime.getAsLong();
            long after = counter.getAsLong();
            if (after >= before && after - before < closest) {
                closest = after - before;
                reading = between(before, nanos, after, ticksPerNano);
            }
        }
        return reading;
    }

    /**
     * {@return ticks for each nanosecond from this reading to a later one; 1 if the later one is not later on both
     * clocks}
     *
     * @param later another reading of the same counter
     */
    public double ticksPerNanoUntil(TickReading later) {
        long passedTicks = later.ticks - ticks;
        long passedNanos = later.nanos - nanos;
        return passedTicks > 0 && passedNanos > 0 ? (double) passedTicks / passedNanos : 1;
    }
}
