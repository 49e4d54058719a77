package io.stepprofiler;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.event.Anomaly;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The step marks of one window, written by the threads that step, one at a time. */
final class StepMarks {
    /** A mark, in ticks, whose end is {@link Chunk#OPEN} until its step ends. */
    record Mark(long number, long startTicks, long endTicks, Thread thread) {}

    private static final int BYTES_PER_MARK = 64;

    /**
     * As many are there also when the threads have taken all the room: a window is not worth much without its steps.
     */
    static final int FREE = 256;

    private final List<Mark> marks = new ArrayList<>();
    private final EnumCounts<Anomaly> anomalies;
    private final Budget budget;
    private boolean open;
    private boolean taken;
    private int paid;

    StepMarks(EnumCounts<Anomaly> anomalies, Budget budget) {
        this.anomalies = anomalies;
        this.budget = budget;
    }

    synchronized void begin(long number) {
        boolean isFree = marks.size() < FREE;
        open = isFree || budget.takeBytes(BYTES_PER_MARK);
        if (open) {
            paid += isFree ? 0 : 1;
            marks.add(new Mark(number, Ticks.now(), Chunk.OPEN, Thread.currentThread()));
        } else {
            anomalies.count(Anomaly.STEP_MARK_DROPPED);
        }
    }

    /** Ends the open step; returns the ticks it took, 0 if none was open. */
    synchronized long end() {
        long now = Ticks.now();
        if (!open) {
            return 0;
        }
        open = false;
        int last = marks.size() - 1;
        Mark mark = marks.get(last);
        marks.set(last, new Mark(mark.number, mark.startTicks, now, mark.thread));
        return now - mark.startTicks;
    }

    /** The mark of the step that is open; null if none is. */
    synchronized @Nullable Mark open() {
        return open ? marks.get(marks.size() - 1) : null;
    }

    synchronized List<Mark> all() {
        return List.copyOf(marks);
    }

    /** Takes the marks of the steps that have ended by {@code ticks} away, and gives them and those that are left. */
    synchronized List<Mark> take(long ticks) {
        List<Mark> all = List.copyOf(marks);
        marks.removeIf(mark -> mark.endTicks != Chunk.OPEN && mark.endTicks <= ticks);
        taken |= marks.size() < all.size();
        int stillPaid = Math.min(paid, marks.size());
        budget.giveBack((long) BYTES_PER_MARK * (paid - stillPaid));
        paid = stillPaid;
        return all;
    }

    /** Whether there never was a step. */
    synchronized boolean isEmpty() {
        return marks.isEmpty() && !taken;
    }
}
