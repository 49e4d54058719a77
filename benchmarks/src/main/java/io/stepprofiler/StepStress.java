package io.stepprofiler;

import io.stepprofiler.schedule.ProfilerAction;
import java.time.Duration;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Stress of two threads that call {@code step()} at once: each call counts, or is reported as refused. */
@JCStressTest
@Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "one after another")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "at once: one counts, the other is refused")
@Outcome(expect = Expect.FORBIDDEN, desc = "a call is neither counted nor refused, or both")
@State
public class StepStress {
    /** Silenced, because each profile would log its first overlap. */
    private static final Logger LOGGER = Logger.getLogger(Profile.class.getName());

    static {
        LOGGER.setLevel(Level.OFF);
    }

    private final Profile profile = Profile.builder()
            .schedule(step -> ProfilerAction.NONE)
            .synchronousDelivery(true)
            .delivery(delivery -> delivery.withExitTimeout(Duration.ZERO))
            .build();

    /** Starts the profile; many may run here, as they record nothing. */
    public StepStress() {
        synchronized (LOGGER) {
            profile.start();
            ProcessState.leave(Objects.requireNonNull(ProcessState.host(), "host"));
        }
    }

    /** One thread. */
    @Actor
    public void one() {
        profile.step();
    }

    /** Another thread. */
    @Actor
    public void other() {
        profile.step();
    }

    /** Counts the steps, and the calls that were refused. */
    @Arbiter
    public void count(JJ_Result result) {
        result.r1 = profile.stepNumber();
        result.r2 = profile.failureCount(ProfileFailure.Kind.STEP_OVERLAPPED);
    }
}
