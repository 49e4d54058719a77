package io.stepprofiler.testkit;

import static io.stepprofiler.testkit.TraceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try")
class TestProfileTest {
    private static final Duration MILLI = Duration.ofMillis(1);

    @Test
    void steps_ofALoop_lastWhatTheClockSays() {
        Schedule schedule =
                Schedule.builder().wait(1).warmup(1).active(2).repeat(2).build();
        try (TestProfile test = TestProfile.start(builder -> builder.schedule(schedule))) {
            for (int step = 0; step < 9; step++) {
                try (Scope ignored = Scope.open("forward")) {
                    test.clock().advance(MILLI.multipliedBy(step));
                }
                test.clock().advance(MILLI);
                test.profile().step();
            }
            assertThat(test.traces()).hasSize(2);
            assertThat(test.traces().get(0))
                    .isWhole()
                    .hasSteps(2, 3)
                    .stepLasts(2, MILLI.multipliedBy(3))
                    .stepLasts(3, MILLI.multipliedBy(4))
                    .event("forward")
                    .times(2)
                    .lastInAll(MILLI.multipliedBy(5));
            assertThat(test.trace()).hasSteps(6, 7).stepLasts(7, MILLI.multipliedBy(8));
        }
    }

    @Test
    void window_ofAStandingClock_hasEventsWithoutDuration() {
        try (TestProfile test = TestProfile.start()) {
            Scope.open("a").close();
            assertThat(test.trace()).isWhole().event("a").eachLasts(Duration.ZERO);
        }
    }

    @Test
    void threads_thatRunAtTheSameTime_haveTimesOfTheirOwn() throws Exception {
        try (TestProfile test = TestProfile.start()) {
            FakeClock clock = test.clock();
            Thread loader = new Thread(() -> work(clock, "load", 1000), "loader");
            clock.advance(MILLI);
            loader.start();
            work(clock, "train", 500);
            loader.join();
            clock.advanceTo(Duration.ofSeconds(2));
            Trace trace = test.trace();
            assertThat(trace)
                    .isWhole()
                    .event("load")
                    .isOn("loader")
                    .eachLasts(Duration.ofSeconds(1))
                    .event("train")
                    .eachLasts(Duration.ofMillis(500));
            // The loader was created before the millisecond went by.
            long begin = trace.start().monotonicNanos();
            assertThat(trace.events())
                    .extracting(event -> Duration.ofNanos(event.startNanos() - begin))
                    .containsExactlyInAnyOrder(Duration.ZERO, MILLI);
            assertThat(Duration.ofNanos(trace.end().monotonicNanos() - begin)).isEqualTo(Duration.ofSeconds(2));
        }
    }

    private static void work(FakeClock clock, String name, int millis) {
        try (Scope ignored = Scope.open(name)) {
            for (int i = 0; i < millis; i++) {
                clock.advance(MILLI);
            }
        }
    }

    @Test
    void time_ofAPoolThread_isHandedOverAndBack() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.submit(() -> {}).get();
        try (TestProfile test = TestProfile.start()) {
            FakeClock clock = test.clock();
            clock.advance(MILLI);
            Duration sent = clock.now();
            Future<Duration> done = pool.submit(() -> {
                clock.advanceTo(sent);
                clock.advance(MILLI);
                return clock.now();
            });
            clock.advanceTo(done.get());
            assertThat(clock.now()).isEqualTo(Duration.ofMillis(2));
            clock.advanceTo(sent);
            assertThat(clock.now()).isEqualTo(Duration.ofMillis(2));
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void clock_ofOneTest_isNotThatOfAnother() {
        try (TestProfile test = TestProfile.start()) {
            test.clock().advance(Duration.ofDays(1));
        }
        try (TestProfile test = TestProfile.start()) {
            assertThat(test.clock().now()).isZero();
            assertThat(test.trace().metadata().get("recording clock").text()).contains("fake clock");
        }
    }

    @Test
    void profile_withoutATest_hasTheClockOfTheMachine() {
        TestProfile.start().close();
        long before = System.nanoTime();
        Profile profile = Profile.builder().synchronousDelivery(true).start();
        profile.close();
        assertThat(profile.lastTrace().orElseThrow().start().monotonicNanos()).isBetween(before, System.nanoTime());
    }

    @Test
    void start_whileAnotherRuns_isRefusedAndLeavesThatOneAlone() {
        try (TestProfile test = TestProfile.start()) {
            assertThatIllegalStateException()
                    .isThrownBy(TestProfile::start)
                    .withMessageContaining("another TestProfile");
            test.clock().advance(MILLI);
            assertThat(test.clock().now()).isEqualTo(MILLI);
        }
    }

    @Test
    void start_withOptionsThatAreNotAllowed_leavesTheClockFree() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestProfile.start(builder -> builder.limits(limits -> limits.withMaxEvents(0))));
        TestProfile.start().close();
    }

    @Test
    void trace_ofNothing_saysSo() {
        Schedule never = Schedule.builder().wait(5).active(1).build();
        try (TestProfile test = TestProfile.start(builder -> builder.schedule(never))) {
            assertThatThrownBy(test::trace)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("nothing was recorded");
        }
    }

    @Test
    void advance_byLessThanNothing_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FakeClock().advance(Duration.ofNanos(-1)))
                .withMessage("time = PT-0.000000001S is not allowed: must be 0 or more");
    }
}
