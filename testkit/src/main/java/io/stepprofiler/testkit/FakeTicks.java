package io.stepprofiler.testkit;

import io.stepprofiler.clock.TickSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Clock of a process with the test kit on its path: the {@link FakeClock} of the running {@link TestProfile}, else
 * {@link System#nanoTime()}. The profiler finds it by itself.
 */
public final class FakeTicks implements TickSource {
    private static final AtomicReference<@Nullable FakeClock> CLOCK = new AtomicReference<>();

    /** Created by the service loader. */
    public FakeTicks() {}

    /** Sets the clock; returns false if another one is in use. */
    static boolean use(FakeClock clock) {
        return CLOCK.compareAndSet(null, clock);
    }

    static void giveUp(FakeClock clock) {
        CLOCK.compareAndSet(clock, null);
    }

    @Override
    public String name() {
        return CLOCK.get() == null ? "System.nanoTime(), with the test kit on the path" : "fake clock of a test";
    }

    @Override
    public String unusable() {
        return "";
    }

    @Override
    public double ticksPerNano() {
        return 1;
    }

    @Override
    public boolean areNanos() {
        return true;
    }

    @Override
    public long ticks() {
        FakeClock clock = CLOCK.get();
        return clock == null ? System.nanoTime() : clock.ticks();
    }
}
