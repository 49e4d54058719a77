package io.stepprofiler;

import io.stepprofiler.trace.Anomaly;
import java.util.ArrayList;
import java.util.List;

/** The step marks of one window, written by the threads that step, one at a time. */
final class StepMarks {
    /** A mark whose end is {@link Chunk#OPEN} until its step ends. */
    record Mark(long number, long startNanos, long endNanos, Thread thread) {}

    private static final int BYTES_PER_MARK = 64;

    private final List<Mark> marks = new ArrayList<>();
    private final EnumCounts<Anomaly> anomalies;
    private final Budget budget;
    private boolean open;

    StepMarks(EnumCounts<Anomaly> anomalies, Budget budget) {
        this.anomalies = anomalies;
        this.budget = budget;
    }

    synchronized void begin(long number) {
        open = budget.takeBytes(BYTES_PER_MARK);
        if (open) {
            marks.add(new Mark(number, Ticks.now(), Chunk.OPEN, Thread.currentThread()));
        } else {
            anomalies.count(Anomaly.STEP_MARK_DROPPED);
        }
    }

    synchronized void end() {
        long now = Ticks.now();
        if (open) {
            open = false;
            int last = marks.size() - 1;
            Mark mark = marks.get(last);
            marks.set(last, new Mark(mark.number, mark.startNanos, now, mark.thread));
        }
    }

    synchronized List<Mark> all() {
        return List.copyOf(marks);
    }
}
