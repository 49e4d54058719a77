package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.nesting.InnermostEvents;
import io.stepprofiler.nesting.OpenEvents;
import io.stepprofiler.trace.Trace;
import java.util.List;

/** The steps of a trace in the order of time. */
final class OrderedSteps {
    static final int NONE = OpenEvents.NONE;

    private final List<StepMark> steps;
    private final InnermostEvents open;

    OrderedSteps(Trace trace) {
        steps = trace.steps().stream().sorted(StepMark.PARENTS_FIRST).toList();
        open = new InnermostEvents(
                steps.stream().mapToLong(StepMark::startNanos).toArray(),
                steps.stream()
                        .mapToLong(step -> step.startNanos() + step.durationNanos())
                        .toArray());
    }

    /** Index of the step that contains a time, of several the last to begin; {@link #NONE} if there is none. */
    int indexAt(long nanos) {
        return open.at(nanos);
    }

    long number(int index) {
        return index == NONE ? NONE : steps.get(index).number();
    }

    /** True if a step is complete and another one follows, which could free its memory. */
    boolean isOver(int index) {
        return index != NONE && index < steps.size() - 1 && !steps.get(index).unfinished();
    }

    /** Number of steps that are over. */
    int overCount() {
        int count = 0;
        for (int i = 0; i < steps.size(); i++) {
            count += isOver(i) ? 1 : 0;
        }
        return count;
    }

    /** Start of the last step; without steps the largest time, so that everything came before it. */
    long lastStartNanos() {
        return steps.isEmpty() ? Long.MAX_VALUE : steps.get(steps.size() - 1).startNanos();
    }

    List<StepMark> steps() {
        return steps;
    }
}
