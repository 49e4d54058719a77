package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.AnnotationMirror;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Work of the profiler that takes long, on the thread of the steps: no step of the ledger contains it. */
class ProfilerPausesTest {
    private static final long MILLI = 1_000_000;

    /** Time in which the profiler worked, on the clock of the ledger. */
    private record Pause(long from, long to) {}

    private final List<Pause> pauses = new CopyOnWriteArrayList<>();

    private void work() {
        long from = System.nanoTime();
        long to = from;
        while (to - from < 3 * MILLI) {
            to = System.nanoTime();
        }
        pauses.add(new Pause(from, to));
    }

    /** A source that is slow in all that the thread of the steps waits for, as the flight recorder is. */
    private final class SlowSource implements ActivitySource, ActivityRecording {
        @Override
        public Activity activity() {
            return Activity.JVM;
        }

        @Override
        public void prepare() {
            work();
        }

        @Override
        public ActivityRecording start(RecordingOptions options) {
            work();
            return this;
        }

        @Override
        public void stepBegan(long step) {
            work();
        }

        @Override
        public void stop() {
            work();
        }

        @Override
        public void collect(ActivitySink sink) {}
    }

    /** A mirror whose first range takes long. */
    private final class SlowMirror implements AnnotationMirror {
        @Override
        public String name() {
            return "slow";
        }

        @Override
        public String unusable() {
            return "";
        }

        @Override
        public Object push(String name, EventKind kind) {
            if (pauses.isEmpty()) {
                work();
            }
            return name;
        }

        @Override
        public void pop(Object range) {}

        @Override
        public Object start(String name, EventKind kind) {
            return push(name, kind);
        }

        @Override
        public void end(Object range) {}

        @Override
        public void mark(String name) {}
    }

    private void assertThatNoStepContainsAPause(StepLedger ledger, int steps, int count) {
        assertThat(pauses).hasSize(count);
        assertThat(ledger.size()).isEqualTo(steps);
        for (int row = 0; row < ledger.size(); row++) {
            long start = ledger.startNanos(row);
            long end = start + ledger.durationNanos(row);
            assertThat(pauses).noneMatch(pause -> pause.from < end && pause.to > start);
        }
    }

    @Test
    void source_slowInEachCall_isInNoStep() {
        try (Profile profile = Profile.builder()
                .schedule(
                        Schedule.builder().wait(1).warmup(1).active(2).repeat(1).build())
                .source(new SlowSource())
                .start()) {
            for (int i = 0; i < 7; i++) {
                profile.step();
            }

            // Preparation, start, two steps, stop.
            assertThatNoStepContainsAPause(profile.ledger(), 7, 5);
        }
    }

    @Test
    void source_slowAtTheStartOfTheProfile_isInNoStep() {
        try (Profile profile = Profile.builder()
                .schedule(Schedule.builder().active(1).repeat(1).build())
                .source(new SlowSource())
                .start()) {
            profile.step();
            profile.step();

            assertThatNoStepContainsAPause(profile.ledger(), 2, 4);
        }
    }

    @Test
    void delivery_thatTheNextWindowWaitsFor_isInNoStep() {
        try (Profile profile = Profile.builder()
                .schedule(Schedule.builder().active(1).repeat(3).build())
                .delivery(delivery -> delivery.withDeliveryWait(Duration.ofMinutes(1)))
                .onTraceReady(trace -> work())
                .start()) {
            for (int i = 0; i < 3; i++) {
                profile.step();
            }
            assertThat(profile.awaitDelivery(Duration.ofMinutes(1))).isTrue();

            assertThatNoStepContainsAPause(profile.ledger(), 3, 3);
        }
    }

    @Test
    void handler_calledInAStep_isInNoStep() {
        try (Profile profile = Profile.builder()
                .schedule(Schedule.builder().active(2).repeat(1).build())
                .synchronousDelivery(true)
                .onTraceReady(trace -> work())
                .start()) {
            for (int i = 0; i < 4; i++) {
                profile.step();
            }

            assertThatNoStepContainsAPause(profile.ledger(), 4, 1);
        }
    }

    @Test
    void firstStepScope_thatOpensSlowly_isInNoStep() {
        try (Profile profile = Profile.builder().annotate(new SlowMirror()).start()) {
            for (int i = 0; i < 3; i++) {
                StepScope.open("train", i).close();
            }

            assertThatNoStepContainsAPause(profile.ledger(), 3, 1);
        }
    }

    @Test
    void source_switchedOnInAStep_isNotInItsDuration() {
        try (Profile profile = Profile.builder()
                .schedule(Schedule.builder().active(3).repeat(1).build())
                .source(new SlowSource())
                .start()) {
            profile.toggleCollection(false, Set.of(Activity.JVM));
            profile.step();
            pauses.clear();
            long begin = System.nanoTime();
            profile.toggleCollection(true, Set.of(Activity.JVM));
            long end = System.nanoTime();
            profile.step();
            StepLedger ledger = profile.ledger();

            Pause start = pauses.get(0);
            assertThat(start.from).isBetween(begin, end);
            assertThat(ledger.startNanos(1) + ledger.durationNanos(1)).isGreaterThanOrEqualTo(end);
            // The step is shorter than the time from its begin to its end by the pause at least.
            assertThat(ledger.startNanos(1) - ledger.startNanos(0) - ledger.durationNanos(0))
                    .isGreaterThanOrEqualTo(start.to - start.from);
        }
    }

    /** The nearest case: the program does the same, and its step contains it. */
    @Test
    void work_ofTheProgram_isInItsStep() {
        try (Profile profile = Profile.builder().schedule(Schedule.never()).start()) {
            profile.step();
            work();
            profile.step();
            StepLedger ledger = profile.ledger();

            Pause own = pauses.get(0);
            assertThat(ledger.startNanos(1)).isLessThanOrEqualTo(own.from);
            assertThat(ledger.startNanos(1) + ledger.durationNanos(1)).isGreaterThanOrEqualTo(own.to);
        }
    }
}
