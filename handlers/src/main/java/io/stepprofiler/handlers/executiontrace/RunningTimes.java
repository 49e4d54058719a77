package io.stepprofiler.handlers.executiontrace;

import java.util.ArrayDeque;
import java.util.Deque;

/** When an observer was running, so that a window can be asked for after it has stopped. Not safe by itself. */
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

    /** Whether any moment of a window was in it; windows are asked for in the order of time. */
    boolean touch(long fromNanos, long toNanos) {
        while (!past.isEmpty() && past.element().toNanos() - fromNanos < 0) {
            past.remove();
        }
        boolean now = running && sinceNanos - toNanos <= 0;
        return now || (!past.isEmpty() && past.element().fromNanos() - toNanos <= 0);
    }
}
