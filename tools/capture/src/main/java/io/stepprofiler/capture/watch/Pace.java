package io.stepprofiler.capture.watch;

import java.util.function.LongSupplier;

/**
 * Limits the work in a time. Unused time is saved up to a limit, so that a little work is done at once, and much work at
 * an even rate. Safe on any thread.
 */
final class Pace {
    private final LongSupplier clock;
    private final long unitNanos;
    private final long savedNanos;

    /** When all work so far will be paid for. */
    private long paidNanos;

    /**
     * A pace that has saved all it can.
     *
     * @param unitNanos time for a unit of work
     * @param savedNanos time for which work may be done at once after a rest
     * @param clock nanoseconds of any origin
     */
    Pace(long unitNanos, long savedNanos, LongSupplier clock) {
        this.clock = clock;
        this.unitNanos = unitNanos;
        this.savedNanos = savedNanos;
        this.paidNanos = clock.getAsLong() - savedNanos;
    }

    /**
     * {@return how long to wait before some work is done, or after it if that comes to the same, in nanoseconds}
     *
     * @param units the work
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
