package io.stepprofiler.handlers.chrome;

import io.stepprofiler.handlers.rows.Earliest;
import io.stepprofiler.trace.Trace;

/**
 * Origin of the times in a file.
 *
 * @param epochNanos the base as nanoseconds since 1970
 * @param offset nanoseconds to add to a time of the trace for the time since the base
 */
record TimeBase(long epochNanos, long offset) {
    /**
     * The base is a multiple of this, a quarter of a year: as in Kineto, so that the files of all workers and of many
     * runs share their base and can be laid over each other.
     */
    private static final long STEP_NANOS = 7_889_238L * 1_000_000_000L;

    static TimeBase of(Trace trace) {
        // Nothing lies before the base, as viewers draw nothing before time 0.
        long first = trace.start().toEpochNanos(Earliest.nanos(trace));
        long base = Math.floorDiv(first, STEP_NANOS) * STEP_NANOS;
        return new TimeBase(base, trace.start().epochNanos() - trace.start().monotonicNanos() - base);
    }
}
