package io.stepprofiler.examples;

import static io.stepprofiler.testkit.TraceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.Counter;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.testkit.FakeClock;
import io.stepprofiler.testkit.TestProfile;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/**
 * Lesson 13: the test of a training loop. Its model and its data are fakes that advance a clock, so its times are the
 * same on every machine, and a slow batch takes no time at all.
 *
 * <p>Try: let {@link Trainer} open "forward" before it waits for its data, and read what the tests say.
 */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
class Lesson13TestedLoopTest {
    private static final Duration FORWARD = Duration.ofMillis(4);
    private static final Duration BACKWARD = Duration.ofMillis(6);

    /** A user's loop. What it needs is given to it, and it does not know that it is tested. */
    private static final class Trainer {
        private final Counter losses = Counter.of("loss");

        void train(Profile profile, int steps, Runnable nextBatch, DoubleSupplier forward, Runnable backward) {
            for (int step = 0; step < steps; step++) {
                try (Scope ignored = Scope.open("data")) {
                    nextBatch.run();
                }
                try (Scope ignored = Scope.open("train").arg("step", step)) {
                    try (Scope inner = Scope.open("forward")) {
                        losses.record(forward.getAsDouble());
                    }
                    try (Scope inner = Scope.open("backward")) {
                        backward.run();
                    }
                }
                profile.step();
            }
        }
    }

    @Test
    void loop_ofThreeSteps_hasItsPhasesInEachStep() {
        Schedule schedule = Schedule.builder().warmup(1).active(3).repeat(1).build();
        try (TestProfile test = TestProfile.start(builder -> builder.schedule(schedule))) {
            FakeClock clock = test.clock();
            double[] loss = {1};
            new Trainer()
                    .train(
                            test.profile(),
                            4,
                            () -> clock.advance(Duration.ofMillis(1)),
                            () -> {
                                clock.advance(FORWARD);
                                return loss[0] /= 2;
                            },
                            () -> clock.advance(BACKWARD));
            assertThat(test.trace())
                    .isWhole()
                    .hasSteps(1, 2, 3)
                    .stepLasts(1, Duration.ofMillis(11))
                    .hasCounter("loss", 0.25, 0.125, 0.0625)
                    .event("train")
                    .times(3)
                    .eachLasts(FORWARD.plus(BACKWARD))
                    .eachHasSelfTime(Duration.ZERO)
                    .event("backward")
                    .hasParent("train")
                    .lastInAll(BACKWARD.multipliedBy(3));
        }
    }

    /** Data is loaded while the loop trains: what of it takes longer than a step is what the loop waits. */
    @Test
    void loop_withALoaderThatIsTooSlow_waitsForTheDifference() {
        ExecutorService loader = Executors.newSingleThreadExecutor(task -> new Thread(task, "loader"));
        try (TestProfile test = TestProfile.start()) {
            FakeClock clock = test.clock();
            Prefetching batches = new Prefetching(loader, clock, Duration.ofMillis(15));
            new Trainer()
                    .train(
                            test.profile(),
                            4,
                            batches::next,
                            () -> {
                                clock.advance(FORWARD);
                                return 0;
                            },
                            () -> clock.advance(BACKWARD));
            batches.await();
            assertThat(test.trace())
                    .isWhole()
                    .event("load")
                    .isOn("loader")
                    .eachLasts(Duration.ofMillis(15))
                    .event("data")
                    .times(4)
                    // All of the first batch, and of each other one what the ten milliseconds of a step leave.
                    .lastInAll(Duration.ofMillis(15 + 3 * 5));
        } finally {
            loader.shutdown();
        }
    }

    @Test
    void failure_ofATest_showsWhatWasRecorded() {
        try (TestProfile test = TestProfile.start()) {
            FakeClock clock = test.clock();
            new Trainer()
                    .train(
                            test.profile(),
                            1,
                            () -> clock.advance(Duration.ofMillis(1)),
                            () -> {
                                clock.advance(FORWARD);
                                return 0.5;
                            },
                            () -> clock.advance(BACKWARD));
            assertThatThrownBy(() -> assertThat(test.trace()).event("backward").eachLasts(FORWARD))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("""
                            expected each of 1 events "backward" to last 4 ms, but one lasts 6 ms
                            """)
                    .hasMessageContaining("""
                              data: 1 ms from 0 ms
                              train: 10 ms from 1 ms, self 0 ms {step=0}
                                forward: 4 ms from 1 ms
                            >   backward: 6 ms from 5 ms
                            counter loss: 0.5
                            """);
        }
    }

    /** Batches of which the next one is loaded on a thread while the loop is busy with the last. */
    private static final class Prefetching {
        private final ExecutorService loader;
        private final FakeClock clock;
        private final Duration time;
        private Future<Duration> next;

        Prefetching(ExecutorService loader, FakeClock clock, Duration time) {
            this.loader = loader;
            this.clock = clock;
            this.time = time;
            next = load();
        }

        void next() {
            await();
            next = load();
        }

        void await() {
            try {
                // The clock does not know that one thread waits for the other.
                clock.advanceTo(next.get());
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        private Future<Duration> load() {
            Duration asked = clock.now();
            return loader.submit(() -> {
                clock.advanceTo(asked);
                try (Scope ignored = Scope.open("load")) {
                    clock.advance(time);
                }
                return clock.now();
            });
        }
    }
}
