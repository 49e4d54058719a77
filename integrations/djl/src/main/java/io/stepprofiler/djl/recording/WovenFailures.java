package io.stepprofiler.djl.recording;

import java.util.concurrent.atomic.AtomicLong;

/** Counter of failures in woven code, which the program does not see: noted in the next trace; the first is logged. */
public final class WovenFailures {
    private static final System.Logger LOGGER = System.getLogger(WovenFailures.class.getName());
    private static final AtomicLong COUNT = new AtomicLong();

    private WovenFailures() {}

    /**
     * Counts a failure.
     *
     * @param thrown the failure
     */
    public static void count(Throwable thrown) {
        try {
            if (COUNT.getAndIncrement() == 0) {
                String reason = thrown.toString().lines().findFirst().orElse("");
                LOGGER.log(System.Logger.Level.WARNING, "Recording a training with DJL failed: " + reason);
                LOGGER.log(System.Logger.Level.DEBUG, "Recording failed", thrown);
            }
        } catch (Throwable e) {
            // No memory for the message.
        }
    }

    static long count() {
        return COUNT.get();
    }
}
