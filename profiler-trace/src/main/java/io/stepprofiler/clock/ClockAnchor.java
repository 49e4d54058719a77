package io.stepprofiler.clock;

import java.time.Instant;

/**
 * One instant read on two clocks.
 *
 * @param monotonicNanos the instant on the monotonic clock of the trace, {@link System#nanoTime()}
 * @param epochNanos the same instant on the wall clock, nanoseconds since 1970-01-01T00:00Z
 */
public record ClockAnchor(long monotonicNanos, long epochNanos) {
    private static final long YEAR_2000 = 946_684_800_000_000_000L;
    private static final int ATTEMPTS = 5;
    private static final long NANOS_A_SECOND = 1_000_000_000;

    /**
     * Reads both clocks now: the wall clock between two readings of the monotonic one, several times, keeping the
     * closest pair. Takes about a microsecond.
     *
     * @return the present instant on both clocks
     */
    public static ClockAnchor now() {
        long best = Long.MAX_VALUE;
        ClockAnchor anchor = new ClockAnchor(0, 0);
        for (int i = 0; i < ATTEMPTS; i++) {
            long before = System.nanoTime();
            Instant wall = Instant.now();
            long gap = System.nanoTime() - before;
            if (gap < best) {
                best = gap;
                long epoch = Math.addExact(wall.getEpochSecond() * NANOS_A_SECOND, wall.getNano());
                anchor = new ClockAnchor(before + gap / 2, epoch);
            }
        }
        return anchor;
    }

    /**
     * {@return a monotonic time of the same trace as nanoseconds since 1970-01-01T00:00Z}
     *
     * @param nanos time on the monotonic clock, in nanoseconds
     */
    public long toEpochNanos(long nanos) {
        return epochNanos + (nanos - monotonicNanos);
    }

    /** {@return the instant on the wall clock; 0 if it is before 2000, as the times of files without a date} */
    public long knownEpochNanos() {
        return epochNanos < YEAR_2000 ? 0 : epochNanos;
    }
}
