package io.stepprofiler.djl.recording;

import java.util.concurrent.atomic.AtomicLong;

/** Failures in woven code that were kept from the program: counted in the next trace, and the first logged. */
public final class WovenFailures {
    private static final System.Logger LOGGER = System.getLogger(WovenFailures.class.getName());
    private static final AtomicLong COUNT = new AtomicLong();

    private WovenFailures() {}

    /**
     * Counts a failure.
     *
     * @param thrown what was thrown
     */
    public static void count(Throwable thrown) {
        try {
            if (COUNT.getAndIncrement() == 0) {
                LOGGER.log(System.Logger.Level.WARNING, "Recording a training with DJL met a failure", thrown);
            }
        } catch (Throwable e) {
            // No memory for the message.
        }
    }

    static long count() {
        return COUNT.get();
    }
}
