package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.OptionalLong;

/**
 * A part of a trace: the operations that begin in it.
 *
 * @param fromNanos its first instant, in nanoseconds on the clock of the trace
 * @param toNanos the first instant after it
 * @param trackId the track of the operations; empty for all tracks
 */
public record TraceRange(long fromNanos, long toNanos, OptionalLong trackId) {
    /**
     * Checks the times.
     *
     * @throws IllegalArgumentException if it ends before it begins
     */
    public TraceRange {
        if (toNanos < fromNanos) {
            throw new IllegalArgumentException(
                    "toNanos = " + toNanos + " is not allowed: must not be before fromNanos = " + fromNanos);
        }
    }

    /**
     * {@return all of a trace}
     *
     * @param trace the trace
     */
    public static TraceRange of(Trace trace) {
        return new TraceRange(
                Math.min(trace.start().monotonicNanos(), trace.end().monotonicNanos()),
                trace.end().monotonicNanos(),
                OptionalLong.empty());
    }

    /**
     * {@return a step, on all threads}
     *
     * @param step its mark
     */
    public static TraceRange of(StepMark step) {
        return new TraceRange(step.startNanos(), step.startNanos() + step.durationNanos(), OptionalLong.empty());
    }

    /**
     * {@return the range of an event, on its own thread}
     *
     * @param track the track of the event
     * @param event its index
     */
    public static TraceRange of(Track track, int event) {
        long start = track.startNanos(event);
        return new TraceRange(start, start + track.durationNanos(event), OptionalLong.of(track.id()));
    }

    boolean has(long nanos, long track) {
        return nanos >= fromNanos && nanos < toNanos && (trackId.isEmpty() || trackId.getAsLong() == track);
    }
}
