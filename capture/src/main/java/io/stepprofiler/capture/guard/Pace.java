package io.stepprofiler.capture.guard;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How much work may be done in a time, whoever asks for it. What was not asked for counts later, up to a limit, so that
 * a little is done at once, and much at an even rate. Safe on any thread.
 */
public final class Pace {
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
    public Pace(long unitNanos, long savedNanos, LongSupplier clock) {
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
    public synchronized long ask(long units) {
        long now = clock.getAsLong();
        if (paidNanos - (now - savedNanos) < 0) {
            paidNanos = now - savedNanos;
        }
        paidNanos += units * unitNanos;
        return Math.max(0, paidNanos - now);
    }

    /** Waits until some work may be done. */
    void await(long units) throws InterruptedException {
        long nanos = ask(units);
        if (nanos > 0) {
            TimeUnit.NANOSECONDS.sleep(nanos);
        }
    }
}
