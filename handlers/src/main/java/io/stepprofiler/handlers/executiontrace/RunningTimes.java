package io.stepprofiler.handlers.executiontrace;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Periods in which an observer was running, kept so that a window can be checked after the observer stopped. Not
 * thread-safe.
 */
final class RunningTimes {
    private record Time(long fromNanos, long toNanos) {}

    private final Deque<Time> past = new ArrayDeque<>();
    private boolean running;
    private long sinceNanos;

    boolean isRunning() {
        return running;
    }

    void start(long nanos) {
        if (!running) {
            running = true;
            sinceNanos = nanos;
        }
    }

    void stop(long nanos) {
        if (running) {
            running = false;
            past.add(new Time(sinceNanos, nanos));
        }
    }

    void forget() {
        running = false;
        past.clear();
    }

    /** True if the observer was running at any moment of a window; windows must come in the order of time. */
    boolean touch(long fromNanos, long toNanos) {
        while (!past.isEmpty() && past.element().toNanos() - fromNanos < 0) {
            past.remove();
        }
        boolean now = running && sinceNanos - toNanos <= 0;
        return now || (!past.isEmpty() && past.element().fromNanos() - toNanos <= 0);
    }
}
