package io.stepprofiler.capture.watch;

import java.util.function.LongSupplier;

/**
 * Token bucket that limits the rate of work. Unused time is saved up to a limit, so that a little work is done at once,
 * and much work at an even rate. Safe on any thread.
 */
final class TokenBucket {
    private final LongSupplier clock;
    private final long unitNanos;
    private final long savedNanos;

    /** Time at which all work so far is within the rate. */
    private long paidNanos;

    /**
     * Creates a pace with the maximum of saved time.
     *
     * @param unitNanos time for a unit of work
     * @param savedNanos maximum of saved time, which allows work at once after a pause
     * @param clock nanoseconds with any origin
     */
    TokenBucket(long unitNanos, long savedNanos, LongSupplier clock) {
        this.clock = clock;
        this.unitNanos = unitNanos;
        this.savedNanos = savedNanos;
        this.paidNanos = clock.getAsLong() - savedNanos;
    }

    /**
     * {@return the time to wait before some work, or after it, in nanoseconds}
     *
     * @param units amount of work
     */
    synchronized long ask(long units) {
        long now = clock.getAsLong();
        if (paidNanos - (now - savedNanos) < 0) {
            paidNanos = now - savedNanos;
        }
        paidNanos += units * unitNanos;
        return Math.max(0, paidNanos - now);
    }
}
