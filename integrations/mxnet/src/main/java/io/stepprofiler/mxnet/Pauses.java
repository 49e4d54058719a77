package io.stepprofiler.mxnet;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The last pauses, in which nothing is profiled: what begins in one may be delivered some seconds after it. For any
 * thread.
 */
final class Pauses {
    private static final int MAX_PAUSES = 1000;

    private record Pause(long fromNanos, long toNanos) {}

    private final Deque<Pause> ended = new ArrayDeque<>();
    private long since = Long.MAX_VALUE;

    synchronized void begin(long nanos) {
        since = Math.min(since, nanos);
    }

    synchronized void end(long nanos) {
        if (since != Long.MAX_VALUE) {
            ended.addFirst(new Pause(since, nanos));
            since = Long.MAX_VALUE;
            if (ended.size() > MAX_PAUSES) {
                ended.removeLast();
            }
        }
    }

    synchronized boolean contain(long nanos) {
        if (nanos >= since) {
            return true;
        }
        for (Pause pause : ended) {
            if (nanos >= pause.toNanos) {
                return false;
            }
            if (nanos >= pause.fromNanos) {
                return true;
            }
        }
        return false;
    }
}
