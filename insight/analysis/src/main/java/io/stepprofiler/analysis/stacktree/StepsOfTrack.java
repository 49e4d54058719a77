package io.stepprofiler.analysis.stacktree;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.InnermostEvents;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.trace.Trace;
import java.util.List;

/** Finds the step of a track that is open at an instant: of the finished steps, the last to begin. */
public final class StepsOfTrack {
    /** No step is open. */
    static final int NONE = OpenEvents.NONE;

    private final List<StepMark> steps;
    private final InnermostEvents open;

    private StepsOfTrack(List<StepMark> steps) {
        this.steps = steps;
        open = new InnermostEvents(
                steps.stream().mapToLong(StepMark::startNanos).toArray(),
                steps.stream()
                        .mapToLong(step -> step.startNanos() + step.durationNanos())
                        .toArray());
    }

    /**
     * {@return the steps of a track}
     *
     * @param trace the trace
     * @param trackId id of the track
     */
    public static StepsOfTrack of(Trace trace, long trackId) {
        return new StepsOfTrack(trace.steps().stream()
                .filter(step -> step.trackId() == trackId && !step.unfinished())
                .sorted(StepMark.PARENTS_FIRST)
                .toList());
    }

    /** {@return an empty set of steps, for stacks without steps} */
    public static StepsOfTrack none() {
        return new StepsOfTrack(List.of());
    }

    int at(long nanos) {
        return open.at(nanos);
    }

    String name(int step) {
        return steps.get(step).name();
    }
}
