package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import java.util.Comparator;
import java.util.List;

/** The steps of a trace in the order of time. */
final class StepTimes {
    static final int NONE = -1;

    private final List<StepMark> steps;

    StepTimes(Trace trace) {
        steps = trace.steps().stream()
                .sorted(Comparator.comparingLong(StepMark::startNanos))
                .toList();
    }

    /** Index of the step that a time is in; {@link #NONE} if it is in none. */
    int indexAt(long nanos) {
        int low = 0;
        int high = steps.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (steps.get(middle).startNanos() <= nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int last = low - 1;
        return last >= 0
                        && nanos
                                <= steps.get(last).startNanos()
                                        + steps.get(last).durationNanos()
                ? last
                : NONE;
    }

    long number(int index) {
        return index == NONE ? NONE : steps.get(index).number();
    }

    /** Whether a step is complete and another comes after it, so that what it leaves behind had a step to be freed in. */
    boolean isOver(int index) {
        return index != NONE && index < steps.size() - 1 && !steps.get(index).unfinished();
    }

    /** How many steps are over. */
    int overCount() {
        int count = 0;
        for (int i = 0; i < steps.size(); i++) {
            count += isOver(i) ? 1 : 0;
        }
        return count;
    }

    /** When the last step began; without any step never, so that everything came before. */
    long lastStartNanos() {
        return steps.isEmpty() ? Long.MAX_VALUE : steps.get(steps.size() - 1).startNanos();
    }

    List<StepMark> steps() {
        return steps;
    }
}
