package io.stepprofiler.recording;

import io.stepprofiler.clock.Ticks;
import io.stepprofiler.event.Anomaly;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Step marks of one window, in the order in which their steps began: the successive steps of {@code Profile.step()} or,
 * in a profile without a schedule, the steps of {@code StepScope}s, at most one open per thread.
 */
public final class StepMarks {
    /**
     * Mark in ticks, whose end is {@link Chunk#OPEN} until its step ends.
     *
     * @param thread the thread that began it; once a successive step has ended, the thread that ended it
     * @param cpu processor time of its thread at the start; once the step has ended, the processor time of the step
     */
    public record Mark(long number, long startTicks, long endTicks, Thread thread, long cpu) {
        /** Returns this mark, ended by the calling thread, whose processor time is {@code cpuNow}. */
        Mark endedAt(long ticks, long cpuNow) {
            long took = Thread.currentThread() == thread ? ThreadTime.between(cpu, cpuNow) : ThreadTime.UNKNOWN;
            return new Mark(number, startTicks, ticks, thread, took);
        }

        /** Returns this mark for the calling thread: in a pool, its beginner did the previous step, not this one. */
        Mark ofThisThread() {
            return new Mark(number, startTicks, endTicks, Thread.currentThread(), cpu);
        }
    }

    private static final int BYTES_PER_MARK = 72;

    /** Number of marks that are kept even if the budget is exhausted: a window is worth little without its steps. */
    public static final int FREE = 256;

    private final List<Mark> marks = new ArrayList<>();
    private final Set<Thread> inScopes = new HashSet<>();
    private final EnumCounts<Anomaly> anomalies;
    private final Budget budget;
    private boolean open;
    private boolean taken;
    private int paid;
    private long lastEndTicks;
    /** Thread that ended the last step, at the processor time {@code lastCpu}; null once another step has begun. */
    private @Nullable Thread lastThread;

    private long lastCpu;
    private long betweenTicks;
    private volatile boolean ofScopes;

    public StepMarks(EnumCounts<Anomaly> anomalies, Budget budget) {
        this.anomalies = anomalies;
        this.budget = budget;
    }

    /** Accepts marks of scopes from now on, because there will be no others. */
    public void takeScopes() {
        ofScopes = true;
    }

    public synchronized void begin(long number) {
        // Reuses the reading at the end of the last step: reading processor time is the slowest operation here.
        Mark mark = add(number, lastThread == Thread.currentThread() ? lastCpu : ThreadTime.nanos());
        lastThread = null;
        open = mark != null;
        if (mark != null && lastEndTicks != 0) {
            betweenTicks += mark.startTicks - lastEndTicks;
        }
        lastEndTicks = 0;
    }

    private @Nullable Mark add(long number, long cpu) {
        boolean isFree = marks.size() < FREE;
        if (!isFree && !budget.takeBytes(BYTES_PER_MARK)) {
            anomalies.count(Anomaly.STEP_MARK_DROPPED);
            return null;
        }
        paid += isFree ? 0 : 1;
        Mark mark = new Mark(number, Ticks.now(), Chunk.OPEN, Thread.currentThread(), cpu);
        marks.add(mark);
        return mark;
    }

    /** Begins the step of a scope on the calling thread; null if it gets no mark, as inside another step scope. */
    @Nullable
    public Mark beginScope(long number) {
        return ofScopes ? addOfScope(number) : null;
    }

    private synchronized @Nullable Mark addOfScope(long number) {
        if (!inScopes.add(Thread.currentThread())) {
            return null;
        }
        Mark mark = add(number, ThreadTime.nanos());
        if (mark == null) {
            inScopes.remove(Thread.currentThread());
        }
        return mark;
    }

    /** Ends the step of a scope, on any thread; false if it had ended. */
    @SuppressWarnings("ReferenceEquality") // Identity is meant; the first equals() of a record takes 10 ms.
    public synchronized boolean endScope(Mark mark) {
        int index = marks.size() - 1;
        while (index >= 0 && marks.get(index) != mark) {
            index--;
        }
        if (index >= 0) {
            inScopes.remove(mark.thread);
            long now = Ticks.now();
            marks.set(index, mark.endedAt(now, ThreadTime.nanos()));
        }
        return index >= 0;
    }

    /** Ends the open step; returns its duration in ticks, 0 if none was open. */
    public synchronized long end() {
        long now = Ticks.now();
        if (!open) {
            return 0;
        }
        open = false;
        lastEndTicks = now;
        int last = marks.size() - 1;
        Mark mark = marks.get(last);
        lastThread = Thread.currentThread();
        lastCpu = ThreadTime.nanos();
        marks.set(last, mark.endedAt(now, lastCpu).ofThisThread());
        return now - mark.startTicks;
    }

    /** Returns the mark of the open step; null if none is open. */
    public synchronized @Nullable Mark open() {
        return open ? marks.get(marks.size() - 1) : null;
    }

    /** Returns the total ticks from the end of a step to the beginning of the next one. */
    public synchronized long betweenTicks() {
        return betweenTicks;
    }

    public synchronized List<Mark> all() {
        return List.copyOf(marks);
    }

    /** Removes the marks of steps that have ended by {@code ticks}; returns these and the remaining marks. */
    public synchronized List<Mark> take(long ticks) {
        List<Mark> all = List.copyOf(marks);
        marks.removeIf(mark -> mark.endTicks != Chunk.OPEN && mark.endTicks <= ticks);
        taken |= marks.size() < all.size();
        int stillPaid = Math.min(paid, marks.size());
        budget.giveBack((long) BYTES_PER_MARK * (paid - stillPaid));
        paid = stillPaid;
        return all;
    }

    /** True if there never was a step. */
    public synchronized boolean isEmpty() {
        return marks.isEmpty() && !taken;
    }
}
