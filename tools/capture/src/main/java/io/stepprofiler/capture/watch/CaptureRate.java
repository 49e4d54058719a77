package io.stepprofiler.capture.watch;

import java.util.function.LongSupplier;

/**
 * When the next short capture may begin, and how long it is. They take one step in {@value #ONE_STEP_IN} at most, so that
 * what recording adds to a step hardly shows in the training, and a thousandth of a processor, whatever it takes to
 * evaluate one. For one thread at a time.
 */
final class CaptureRate {
    /** Of the steps that go by, one in so many is captured, its warm-up included. */
    private static final int ONE_STEP_IN = 20;

    private static final int MOST_STEPS = 20;

    /** Of the time, one part in so many is spent on captures. */
    private static final int ONE_NANO_IN = 1000;

    private static final long SAVED_NANOS = 30_000_000L * ONE_NANO_IN;

    /** What a capture takes on all threads, as a multiple of what it takes on that of the watch, as measured. */
    private static final int ALL_THREADS = 3;

    /** So many load and warm up the code of all the others, and count for little. */
    private static final int COLD = 3;

    private static final long MOST_COLD_NANOS = 5_000_000;
    private static final long NANOS_A_SECOND = 1_000_000_000;

    private final LongSupplier clock;
    private final Pace pace;
    private long nextNanos;
    private int spent;

    /** The first one may begin at once. */
    CaptureRate(LongSupplier clock) {
        this.clock = clock;
        pace = new Pace(ONE_NANO_IN, SAVED_NANOS, clock);
        nextNanos = clock.getAsLong();
    }

    boolean isDue() {
        return clock.getAsLong() - nextNanos >= 0;
    }

    /** As many steps as a twentieth of a second has, after the one for warming up. */
    static int steps(long stepNanos) {
        long fit = NANOS_A_SECOND / ONE_STEP_IN / Math.max(1, stepNanos) - 1;
        return (int) Math.min(Math.max(1, fit), MOST_STEPS);
    }

    /** One of so many steps begins. */
    void began(int steps, long stepNanos) {
        nextNanos = clock.getAsLong() + ONE_STEP_IN * (steps + 1L) * stepNanos;
    }

    /** It could not begin: the next look may try again. */
    void refused() {
        nextNanos = clock.getAsLong();
    }

    /** One has ended; what it took on the thread of the watch. Who has ceased to watch has spent it, too. */
    void ended(long processorNanos) {
        long all = ALL_THREADS * Math.max(0, processorNanos);
        long wait = pace.ask(spent < COLD ? Math.min(all, MOST_COLD_NANOS) : all);
        spent++;
        long now = clock.getAsLong();
        nextNanos = Math.max(nextNanos - now, wait) + now;
    }
}
