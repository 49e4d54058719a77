package io.stepprofiler.handlers.chrome;

import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;

/**
 * What the times of a file count from.
 *
 * @param epochNanos the base as nanoseconds since 1970
 * @param offset what makes a time of the trace one since the base, when added
 */
record TimeBase(long epochNanos, long offset) {
    /**
     * The base is a multiple of this, a quarter of a year: as in Kineto, so that the files of all workers and of many
     * runs share their base and can be laid over each other.
     */
    private static final long STEP_NANOS = 7_889_238L * 1_000_000_000L;

    static TimeBase of(Trace trace) {
        long first = trace.start().toEpochNanos(firstNanos(trace));
        long base = Math.floorDiv(first, STEP_NANOS) * STEP_NANOS;
        return new TimeBase(base, trace.start().epochNanos() - trace.start().monotonicNanos() - base);
    }

    /**
     * Nothing lies before the base, as viewers draw nothing before time 0; a scope may have begun before the window.
     */
    private static long firstNanos(Trace trace) {
        long first = trace.start().monotonicNanos();
        for (Track track : trace.tracks()) {
            first = track.size() == 0 ? first : Math.min(first, track.startNanos(0));
        }
        for (CounterTrack counter : trace.counters()) {
            first = counter.size() == 0 ? first : Math.min(first, counter.nanos(0));
        }
        for (StepMark step : trace.steps()) {
            first = Math.min(first, step.startNanos());
        }
        if (trace.samples().size() > 0) {
            first = Math.min(first, trace.samples().nanos(0));
        }
        return trace.memory().size() == 0
                ? first
                : Math.min(first, trace.memory().nanos(0));
    }
}
