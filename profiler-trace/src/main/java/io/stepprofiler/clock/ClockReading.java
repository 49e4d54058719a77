package io.stepprofiler.clock;

/**
 * One moment on the clock that recording reads and on the clocks of the trace.
 *
 * @param reading the moment in {@link Ticks} and on the monotonic clock
 * @param epochNanos the same moment on the wall clock, nanoseconds since 1970-01-01T00:00Z
 */
public record ClockReading(TickReading reading, long epochNanos) {
    /**
     * {@return a reading of this moment}
     *
     * <p>Takes about two microseconds.
     */
    public static ClockReading now() {
        ClockAnchor wall = ClockAnchor.now();
        if (Ticks.areNanos()) {
            // The clock of a test differs from the machine's.
            long nanos = Ticks.SOURCE instanceof Ticks.NanoTime ? wall.monotonicNanos() : Ticks.now();
            return new ClockReading(new TickReading(nanos, nanos, 0), wall.epochNanos());
        }
        TickReading reading = TickReading.now(Ticks.SOURCE::ticks, Ticks.SOURCE.ticksPerNano());
        return new ClockReading(reading, wall.toEpochNanos(reading.nanos()));
    }

    /** {@return the moment in {@link Ticks}} */
    public long ticks() {
        return reading.ticks();
    }

    /** {@return the moment in nanoseconds on the monotonic clock} */
    public long nanos() {
        return reading.nanos();
    }

    /** {@return the moment on the clocks of the trace} */
    public ClockAnchor clock() {
        return new ClockAnchor(reading.nanos(), epochNanos);
    }
}
