package io.stepprofiler.handlers.stacks;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import java.util.Comparator;
import java.util.List;

/** Which step of a track is open at a moment, for moments that never go back: the one that began last, of those with an end. */
final class StepsOfTrack {
    /** Where no step is open. */
    static final int NONE = -1;

    private final List<StepMark> steps;
    private int last = NONE;

    private StepsOfTrack(List<StepMark> steps) {
        this.steps = steps;
    }

    /** The steps of a track, before all of them. */
    static StepsOfTrack of(Trace trace, long trackId) {
        return new StepsOfTrack(trace.steps().stream()
                .filter(step -> step.trackId() == trackId && !step.unfinished())
                .sorted(Comparator.comparingLong(StepMark::startNanos))
                .toList());
    }

    static StepsOfTrack none() {
        return new StepsOfTrack(List.of());
    }

    /** The same steps, before all of them. */
    StepsOfTrack restarted() {
        return new StepsOfTrack(steps);
    }

    int at(long nanos) {
        while (last + 1 < steps.size() && steps.get(last + 1).startNanos() <= nanos) {
            last++;
        }
        return last != NONE
                        && nanos
                                < steps.get(last).startNanos() + steps.get(last).durationNanos()
                ? last
                : NONE;
    }

    String name(int step) {
        return steps.get(step).name();
    }
}
