package io.stepprofiler.mxnet;

import java.util.Map;
import java.util.TreeMap;

/** Recent pauses of the profiler, in which memory and the events of sources are recorded. For one thread at a time. */
final class Pauses {
    private static final int MAX_CHANGES = 2000;

    /** Changes by time in nanoseconds: true if a pause begins, false if it ends. */
    private final TreeMap<Long, Boolean> changes = new TreeMap<>();

    void begin(long nanos) {
        change(nanos, true);
    }

    void end(long nanos) {
        change(nanos, false);
    }

    private void change(long nanos, boolean pauses) {
        if (contain(Long.MAX_VALUE) != pauses) {
            changes.put(nanos, pauses);
            if (changes.size() > MAX_CHANGES) {
                changes.pollFirstEntry();
            }
        }
    }

    boolean contain(long nanos) {
        Map.Entry<Long, Boolean> last = changes.floorEntry(nanos);
        return last != null && last.getValue();
    }
}
