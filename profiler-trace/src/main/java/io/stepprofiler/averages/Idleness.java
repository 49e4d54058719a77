package io.stepprofiler.averages;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.List;

/** Detector of waits of an idle thread: no event and no step is open when they begin, other than such waits. */
final class Idleness {
    private final Trace trace;
    private final Track track;
    private final List<StepMark> steps;
    private int nextStep;
    private long busyUntil = Long.MIN_VALUE;

    Idleness(Trace trace, Timeline timeline) {
        this.trace = trace;
        track = timeline.track();
        steps = timeline.steps();
    }

    /** Takes the next finished event, and returns whether it is a wait of an idle thread. */
    boolean take(int event) {
        long start = track.startNanos(event);
        while (nextStep < steps.size() && steps.get(nextStep).startNanos() <= start) {
            StepMark step = steps.get(nextStep++);
            busyUntil = Math.max(busyUntil, step.startNanos() + step.durationNanos());
        }
        if (trace.kind(track.nameId(event)) == EventKind.WAIT && busyUntil <= start) {
            return true;
        }
        if (!track.isAsync(event)) {
            busyUntil = Math.max(busyUntil, start + track.durationNanos(event));
        }
        return false;
    }
}
