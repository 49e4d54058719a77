package io.stepprofiler.window;

import io.stepprofiler.event.StepMark;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** When the first of the last steps began that are to be kept. */
public final class KeptSteps {
    private final int count;
    private final Deque<Long> starts = new ArrayDeque<>();

    public KeptSteps(int count) {
        this.count = count;
    }

    /** Takes note of steps that have ended. */
    public void add(List<StepMark> steps) {
        for (StepMark step : steps) {
            if (!step.unfinished()) {
                starts.add(step.startNanos());
                if (starts.size() > count) {
                    starts.remove();
                }
            }
        }
    }

    /** When the first step began that is kept; {@link Long#MIN_VALUE} as long as there are not more than are kept. */
    public long firstNanos() {
        return starts.size() < count || starts.isEmpty() ? Long.MIN_VALUE : starts.element();
    }
}
