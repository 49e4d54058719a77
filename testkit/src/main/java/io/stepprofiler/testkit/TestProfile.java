package io.stepprofiler.testkit;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.clock.Ticks;
import io.stepprofiler.trace.Trace;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * Profile whose clock the test sets, so that the times in its traces are the same on every machine.
 *
 * <pre>{@code
 * try (TestProfile test = TestProfile.start()) {
 *     train(test.profile(), new FakeModel(test.clock()));
 *     assertThat(test.trace()).isWhole().event("forward").times(3).eachLasts(Duration.ofMillis(5));
 * }
 * }</pre>
 *
 * <p>Traces are delivered on the thread that steps or closes, before the call returns. Recorded events are timed by the
 * fake clock, on all threads; activity of sources and timeouts of the profile are not. One test profile runs at a time
 * in a process, as any profile.
 */
public final class TestProfile implements AutoCloseable {
    private final FakeClock clock = new FakeClock();
    private final List<Trace> traces = new CopyOnWriteArrayList<>();
    private final Profile profile;

    private TestProfile(UnaryOperator<ProfileBuilder> options) {
        if (!(Ticks.SOURCE instanceof FakeTicks)) {
            throw new IllegalStateException("The clock of this process is " + Ticks.describe()
                    + ": leave the system property io.stepprofiler.clock unset where profiler-testkit is used");
        }
        if (!FakeTicks.use(clock)) {
            throw new IllegalStateException("another TestProfile is running; close that one first");
        }
        boolean started = false;
        try {
            profile = options.apply(Profile.builder().synchronousDelivery(true).onTraceReady(traces::add))
                    .start();
            started = true;
        } finally {
            if (!started) {
                FakeTicks.giveUp(clock);
            }
        }
    }

    /**
     * {@return a started profile that records everything until it is closed}
     *
     * @throws IllegalStateException if another profile is running
     */
    public static TestProfile start() {
        return start(builder -> builder);
    }

    /**
     * {@return a started profile with options such as a schedule}
     *
     * @param options function that sets the options; handlers that it adds are called after the test profile's own
     * @throws IllegalArgumentException if options are not allowed
     * @throws IllegalStateException if another profile is running
     */
    public static TestProfile start(UnaryOperator<ProfileBuilder> options) {
        return new TestProfile(options);
    }

    /** {@return the profile, for the tested loop} */
    public Profile profile() {
        return profile;
    }

    /** {@return the clock, for the fakes that the loop calls} */
    public FakeClock clock() {
        return clock;
    }

    /** {@return the traces delivered so far, in order} */
    public List<Trace> traces() {
        return List.copyOf(traces);
    }

    /**
     * Closes the profile if it is open, and returns its last trace.
     *
     * @return the trace
     * @throws AssertionError if nothing was recorded
     */
    public Trace trace() {
        profile.close();
        if (traces.isEmpty()) {
            throw new AssertionError("expected a trace, but nothing was recorded: "
                    + (profile.failures().isEmpty() ? "no window has begun" : profile.failures()));
        }
        return traces.get(traces.size() - 1);
    }

    /** Closes the profile, and lets later profiles use the machine's clock. */
    @Override
    public void close() {
        try {
            profile.close();
        } finally {
            FakeTicks.giveUp(clock);
        }
    }
}
