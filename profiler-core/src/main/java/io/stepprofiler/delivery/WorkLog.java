package io.stepprofiler.delivery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;

/** Log of the profiler's own work during the training, which traces show because it competes with the training. */
public final class WorkLog {
    /** Number of entries that are kept, the last ones. */
    private static final int MAX_KEPT = 1000;

    /**
     * Uninterrupted work.
     *
     * @param what description of the work
     * @param startNanos its begin, on the clock of {@link System#nanoTime()}
     * @param endNanos its end on the same clock
     */
    public record Work(String what, long startNanos, long endNanos) {}

    private static final class Entry {
        private final String what;
        private final long startNanos = System.nanoTime();
        private long endNanos;
        private boolean ended;

        private Entry(String what) {
            this.what = what;
        }
    }

    private final Deque<Entry> entries = new ArrayDeque<>();

    /** An empty log. */
    public WorkLog() {}

    /**
     * Does work and logs it.
     *
     * @param what description of the work
     * @param work the work
     */
    void during(String what, Runnable work) {
        Entry entry = begin(what);
        try {
            work.run();
        } finally {
            end(entry);
        }
    }

    private synchronized Entry begin(String what) {
        Entry entry = new Entry(what);
        if (entries.size() == MAX_KEPT) {
            entries.remove();
        }
        entries.add(entry);
        return entry;
    }

    private synchronized void end(Entry entry) {
        entry.endNanos = System.nanoTime();
        entry.ended = true;
    }

    /** {@return the descriptions of the work that has begun and not ended; "the wait for a thread" if there is none} */
    public synchronized String underWay() {
        String found = entries.stream()
                .filter(entry -> !entry.ended)
                .map(entry -> entry.what)
                .collect(Collectors.joining(", "));
        return found.isEmpty() ? "the wait for a thread" : found;
    }

    /**
     * {@return the work within an interval, clipped to it}
     *
     * @param fromNanos start of the interval, on the clock of {@link System#nanoTime()}
     * @param toNanos end of the interval
     */
    public synchronized List<Work> between(long fromNanos, long toNanos) {
        List<Work> found = new ArrayList<>();
        for (Entry entry : entries) {
            long start = Math.max(entry.startNanos, fromNanos);
            long end = entry.ended ? Math.min(entry.endNanos, toNanos) : toNanos;
            if (start < end) {
                found.add(new Work(entry.what, start, end));
            }
        }
        return found;
    }
}
