package io.stepprofiler.testkit;

import java.time.Duration;

/**
 * A clock that stands still until a test advances it.
 *
 * <p>Each thread has a time of its own, so that what is recorded does not depend on which thread happens to run first.
 * A new thread begins with the time of the thread that created it. A thread that waits for another one must say so with
 * {@link #advanceTo}, for the clock does not know of it.
 *
 * <pre>{@code
 * Duration sent = clock.now();
 * Future<Duration> loaded = pool.submit(() -> {
 *     clock.advanceTo(sent);
 *     load(clock);
 *     return clock.now();
 * });
 * clock.advanceTo(loaded.get());
 * }</pre>
 *
 * <p>Let some time go by in each scope: a trace knows by times only what is inside what, and of events that begin
 * together takes the longer one for the outer one.
 *
 * <p>Safe on any thread.
 */
public final class FakeClock {
    /**
     * Far from what the machine's own clock can show, so that nothing that is timed by that one looks as if it happened
     * meanwhile.
     */
    private static final long START_NANOS = 1L << 60;

    private final InheritableThreadLocal<Long> nanos = new InheritableThreadLocal<>() {
        @Override
        protected Long initialValue() {
            return START_NANOS;
        }
    };

    FakeClock() {}

    /** {@return the time of this thread since the clock was made} */
    public Duration now() {
        return Duration.ofNanos(ticks() - START_NANOS);
    }

    /**
     * Lets time go by on this thread.
     *
     * @param time how much, 0 or more
     * @throws IllegalArgumentException if it is negative
     */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time = " + time + " is not allowed: must be 0 or more");
        }
        nanos.set(Math.addExact(ticks(), time.toNanos()));
    }

    /**
     * Lets this thread wait until a time; does nothing if that is over.
     *
     * @param time the time, as {@link #now()} gives it on another thread
     */
    public void advanceTo(Duration time) {
        nanos.set(Math.max(ticks(), Math.addExact(START_NANOS, time.toNanos())));
    }

    long ticks() {
        return nanos.get();
    }
}
