package io.stepprofiler.delivery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * When the profiler itself worked beside the training, and at what: traces show it, since it takes time from what they
 * show.
 */
public final class WorkLog {
    /** So many pieces of work are kept, the last ones. */
    private static final int MAX_KEPT = 1000;

    /**
     * Work that was done at a stretch.
     *
     * @param what what was done
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

    /** A log of nothing. */
    public WorkLog() {}

    /**
     * Does something and notes it.
     *
     * @param what what is done
     * @param work does it
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

    /**
     * {@return what was done within a stretch of time, cut at its ends}
     *
     * @param fromNanos begin of the stretch, on the clock of {@link System#nanoTime()}
     * @param toNanos end of the stretch
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
