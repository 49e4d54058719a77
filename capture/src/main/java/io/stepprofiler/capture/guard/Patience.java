package io.stepprofiler.capture.guard;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Waits for one thing at a time, and acts if it does not happen. */
final class Patience {
    private final ScheduledExecutorService timer;
    private @Nullable Future<?> waiting;

    Patience(ScheduledExecutorService timer) {
        this.timer = timer;
    }

    /** Waits for something else from now on. */
    synchronized void expect(Duration within, Runnable otherwise) {
        end();
        try {
            waiting = timer.schedule(otherwise, within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // The server ends, and with it what was waited for.
        }
    }

    /** It has happened. */
    synchronized void end() {
        if (waiting != null) {
            waiting.cancel(false);
            waiting = null;
        }
    }
}
