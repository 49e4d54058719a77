package io.stepprofiler.testkit;

import io.stepprofiler.clock.TickSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The clock of a process with the test kit on its path: the {@link FakeClock} of the {@link TestProfile} that runs,
 * else {@link System#nanoTime()}. The profiler finds it itself.
 */
public final class FakeTicks implements TickSource {
    private static final AtomicReference<@Nullable FakeClock> CLOCK = new AtomicReference<>();

    /** For the service loader. */
    public FakeTicks() {}

    /** Whether no other clock was in use. */
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
