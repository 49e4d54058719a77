package io.stepprofiler.testkit;

import java.time.Duration;

/**
 * Clock that stands still until a test advances it.
 *
 * <p>Each thread has its own time, so that the trace does not depend on the order in which threads run. A new thread
 * begins with the time of the thread that created it. A thread that waits for another one must call {@link #advanceTo},
 * since the clock does not notice the wait.
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
 * <p>Let some time go by in each scope: a trace nests events only by their times, and of events that begin together,
 * the longer one is the outer one.
 *
 * <p>Thread-safe.
 */
public final class FakeClock {
    /** Far from times of the machine's own clock, so that events with such times do not seem to be in the window. */
    private static final long START_NANOS = 1L << 60;

    private final InheritableThreadLocal<Long> nanos = new InheritableThreadLocal<>() {
        @Override
        protected Long initialValue() {
            return START_NANOS;
        }
    };

    FakeClock() {}

    /** {@return the time of this thread since the clock was created} */
    public Duration now() {
        return Duration.ofNanos(ticks() - START_NANOS);
    }

    /**
     * Lets time go by on this thread.
     *
     * @param time the time, 0 or more
     * @throws IllegalArgumentException if it is negative
     */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("time = " + time + " is not allowed: must be 0 or more");
        }
        nanos.set(Math.addExact(ticks(), time.toNanos()));
    }

    /**
     * Lets this thread wait until a time; does nothing if the time has passed.
     *
     * @param time the time, from {@link #now()} on another thread
     */
    public void advanceTo(Duration time) {
        nanos.set(Math.max(ticks(), Math.addExact(START_NANOS, time.toNanos())));
    }

    long ticks() {
        return nanos.get();
    }
}
