package io.stepprofiler.mxnet;

import java.util.Map;
import java.util.TreeMap;

/**
 * The last pauses, in which nothing is profiled: what begins in one may be delivered some seconds after it. For any
 * thread.
 */
final class Pauses {
    private static final int MAX_CHANGES = 2000;

    /** Whether there is a pause, from the instant at which that began or ended. */
    private final TreeMap<Long, Boolean> changes = new TreeMap<>();

    synchronized void begin(long nanos) {
        change(nanos, true);
    }

    synchronized void end(long nanos) {
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

    synchronized boolean contain(long nanos) {
        Map.Entry<Long, Boolean> last = changes.floorEntry(nanos);
        return last != null && last.getValue();
    }
}
