package io.stepprofiler.handlers.rows;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;

/** Start of a trace, which may precede the window because scopes may have begun earlier. */
public final class Earliest {
    private Earliest() {}

    /**
     * {@return the first time of anything in a trace, or the beginning of its window if that is earlier}
     *
     * @param trace any trace
     */
    public static long nanos(Trace trace) {
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
