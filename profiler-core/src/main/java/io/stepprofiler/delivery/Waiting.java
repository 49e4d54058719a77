package io.stepprofiler.delivery;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waiting also on a thread that has been interrupted, which may be the training thread: it knows afterwards. */
public final class Waiting {
    /** Longer than anybody waits, and short enough for nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Waiting() {}

    /**
     * Waits until a condition holds.
     *
     * @param monitor the object under whose lock the condition is asked for, and changed with a notification
     * @param condition what is waited for
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
