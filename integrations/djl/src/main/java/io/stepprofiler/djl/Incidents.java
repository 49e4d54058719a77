package io.stepprofiler.djl;

import java.util.concurrent.atomic.AtomicLong;

/** Failures of the listener that were kept from the training: counted, and the first logged. */
final class Incidents {
    private static final System.Logger LOGGER = System.getLogger(ProfilingListener.class.getName());

    private final AtomicLong count = new AtomicLong();

    /** Runs something that the training must not notice. */
    void attempt(String what, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            if (count.getAndIncrement() == 0) {
                LOGGER.log(System.Logger.Level.WARNING, "Profiling met a failure in " + what, e);
            }
        }
    }

    long count() {
        return count.get();
    }
}
