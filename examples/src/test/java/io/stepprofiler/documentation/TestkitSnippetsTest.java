package io.stepprofiler.documentation;

import static io.stepprofiler.testkit.TraceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.testkit.FakeClock;
import io.stepprofiler.testkit.TestProfile;
import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The code that the test kit shows, run. */
@SuppressWarnings("try")
class TestkitSnippetsTest {
    private record FakeModel(FakeClock clock) {
        void forward() {
            try (Scope ignored = Scope.open("forward");
                    Scope inner = Scope.open("conv")) {
                clock.advance(Duration.ofMillis(5));
            }
        }
    }

    private static void train(Profile profile, FakeModel model) {
        for (int step = 0; step < 3; step++) {
            model.forward();
            profile.step();
        }
    }

    private static void load(FakeClock clock) {
        clock.advance(Duration.ofMillis(7));
    }

    @Test
    void profile_ofATest_hasTheTimesOfItsClock() {
        try (TestProfile test = TestProfile.start()) {
            train(test.profile(), new FakeModel(test.clock()));
            assertThat(test.trace()).isWhole().event("forward").times(3).eachLasts(Duration.ofMillis(5));
        }
    }

    @Test
    void assertions_onATrace_hold() {
        Schedule schedule =
                Schedule.builder().wait(5).warmup(1).active(3).repeat(1).build();
        Trace trace;
        try (TestProfile test = TestProfile.start(builder -> builder.schedule(schedule))) {
            FakeModel model = new FakeModel(test.clock());
            train(test.profile(), model);
            train(test.profile(), model);
            train(test.profile(), model);
            trace = test.trace();
        }
        assertThat(trace)
                .hasSteps(6, 7, 8)
                .event("conv")
                .times(3)
                .isInside("forward")
                .eachLasts(Duration.ofMillis(5));
    }

    @Test
    void time_isHandedFromThreadToThread() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (TestProfile test = TestProfile.start()) {
            FakeClock clock = test.clock();
            Duration sent = clock.now();
            Future<Duration> loaded = pool.submit(() -> {
                clock.advanceTo(sent);
                load(clock);
                return clock.now();
            });
            clock.advanceTo(loaded.get());
            assertThat(clock.now()).isEqualTo(Duration.ofMillis(7));
        } finally {
            pool.shutdown();
        }
    }
}
