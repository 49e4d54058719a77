package io.stepprofiler.window;

import io.stepprofiler.event.StepMark;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Start of the oldest retained step. */
public final class RetentionBoundary {
    private final int count;
    private final Deque<Long> starts = new ArrayDeque<>();

    public RetentionBoundary(int count) {
        this.count = count;
    }

    /** Adds steps, of which only the ended ones count. */
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

    /** Returns the start of the oldest retained step; {@link Long#MIN_VALUE} while there are too few. */
    public long firstNanos() {
        return starts.size() < count || starts.isEmpty() ? Long.MIN_VALUE : starts.element();
    }
}
