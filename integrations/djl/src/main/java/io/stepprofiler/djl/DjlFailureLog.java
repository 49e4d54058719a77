package io.stepprofiler.djl;

import java.util.concurrent.atomic.AtomicLong;

/** Counter of failures of the listener, which the training does not see; the first is logged. */
final class DjlFailureLog {
    private static final System.Logger LOGGER = System.getLogger(ProfilingListener.class.getName());

    private final AtomicLong count = new AtomicLong();

    /** Runs an action, and catches its failures. */
    void attempt(String what, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            if (count.getAndIncrement() == 0) {
                String reason = e.toString().lines().findFirst().orElse("");
                LOGGER.log(System.Logger.Level.WARNING, "Profiling failed in " + what + ": " + reason);
                LOGGER.log(System.Logger.Level.DEBUG, what, e);
            }
        }
    }

    long count() {
        return count.get();
    }
}
