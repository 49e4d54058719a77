package io.stepprofiler.delivery;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Waiting that an interrupt does not end: the thread, which may be the training thread, is interrupted again
 * afterwards.
 */
public final class Waiting {
    /** Longest timeout, which fits into a long of nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Waiting() {}

    /**
     * Waits until a condition holds.
     *
     * @param monitor the object under whose lock the condition is read, and changed with a notification
     * @param condition the condition
     * @param timeout longest time to wait
     * @return whether it holds; false if the timeout came first
     */
    public static boolean until(Object monitor, BooleanSupplier condition, Duration timeout) {
        long deadline = System.nanoTime() + (timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST).toNanos();
        boolean interrupted = false;
        try {
            synchronized (monitor) {
                while (!condition.getAsBoolean()) {
                    long rest = deadline - System.nanoTime();
                    if (rest <= 0) {
                        return false;
                    }
                    try {
                        TimeUnit.NANOSECONDS.timedWait(monitor, Math.max(rest, TimeUnit.MILLISECONDS.toNanos(1)));
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
                return true;
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
