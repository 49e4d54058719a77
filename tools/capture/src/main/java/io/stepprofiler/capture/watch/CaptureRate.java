package io.stepprofiler.capture.watch;

import java.util.function.LongSupplier;

/**
 * Start and length of short captures. They take at most one step in {@value #ONE_STEP_IN}, so that the overhead of
 * recording hardly affects the training, and a thousandth of a processor including their evaluation. For one thread at
 * a time.
 */
final class CaptureRate {
    /** Number of steps per captured step, including warm-up. */
    private static final int ONE_STEP_IN = 20;

    private static final int MOST_STEPS = 20;

    /** Ratio of elapsed time to processor time of captures. */
    private static final int ONE_NANO_IN = 1000;

    private static final long SAVED_NANOS = 30_000_000L * ONE_NANO_IN;

    /** Measured ratio of a capture's processor time on all threads to its time on the watch's thread. */
    private static final int ALL_THREADS = 3;

    /** Number of first captures, which load and warm up code and are charged only in part. */
    private static final int COLD = 3;

    private static final long MOST_COLD_NANOS = 5_000_000;
    private static final long NANOS_A_SECOND = 1_000_000_000;

    private final LongSupplier clock;
    private final TokenBucket pace;
    private long nextNanos;
    private int spent;

    /** Creates a rate; the first capture may begin at once. */
    CaptureRate(LongSupplier clock) {
        this.clock = clock;
        pace = new TokenBucket(ONE_NANO_IN, SAVED_NANOS, clock);
        nextNanos = clock.getAsLong();
    }

    boolean isDue() {
        return clock.getAsLong() - nextNanos >= 0;
    }

    /** Number of steps that fit in a twentieth of a second, minus one for warm-up; at least 1. */
    static int steps(long stepNanos) {
        long fit = NANOS_A_SECOND / ONE_STEP_IN / Math.max(1, stepNanos) - 1;
        return (int) Math.min(Math.max(1, fit), MOST_STEPS);
    }

    /** Notes the start of a capture of the given number of steps. */
    void began(int steps, long stepNanos) {
        nextNanos = clock.getAsLong() + ONE_STEP_IN * (steps + 1L) * stepNanos;
    }

    /** Notes that a capture could not begin: the next figures may try again. */
    void refused() {
        nextNanos = clock.getAsLong();
    }

    /** Notes the end of a capture with its processor time on the watch's thread, even if watching has stopped. */
    void ended(long processorNanos) {
        long all = ALL_THREADS * Math.max(0, processorNanos);
        long wait = pace.ask(spent < COLD ? Math.min(all, MOST_COLD_NANOS) : all);
        spent++;
        long now = clock.getAsLong();
        nextNanos = Math.max(nextNanos - now, wait) + now;
    }
}
