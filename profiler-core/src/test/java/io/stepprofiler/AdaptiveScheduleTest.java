package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.schedule.StepMeasurements;
import io.stepprofiler.schedule.Warmth;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.WindowSchedule;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Profiles whose schedule follows the run. */
class AdaptiveScheduleTest {
    /** Schedule with a cold window of steps 1 and 2, and a warm one of steps 5 and 6. */
    private static final class ColdThenWarm implements Schedule {
        @SuppressWarnings("NullAway.Init") // Set when the profile is built.
        private StepMeasurements run;

        private Warmth warmth = Warmth.WARM;
        private final List<Long> ended = new ArrayList<>();

        @Override
        public ProfilerAction action(long step) {
            return switch ((int) step) {
                case 1, 5 -> ProfilerAction.RECORD;
                case 2, 6 -> ProfilerAction.RECORD_AND_SAVE;
                default -> ProfilerAction.NONE;
            };
        }

        @Override
        public Schedule forRun(StepMeasurements measurements) {
            run = measurements;
            return this;
        }

        @Override
        public void stepEnded(long step) {
            ended.add(step);
            warmth = step < 4 ? Warmth.COLD : Warmth.WARM;
        }

        @Override
        public Warmth warmth() {
            return warmth;
        }
    }

    private final ColdThenWarm schedule = new ColdThenWarm();
    private final List<Trace> traces = new ArrayList<>();

    private Profile start() {
        return Profile.builder()
                .synchronousDelivery(true)
                .schedule(schedule)
                .onTraceReady(traces::add)
                .start();
    }

    private void run(int steps) {
        try (Profile profile = start()) {
            steps(profile, steps);
        }
    }

    private static void steps(Profile profile, int count) {
        for (int i = 0; i < count; i++) {
            Scope.open("work").close();
            profile.step();
        }
    }

    private List<List<Long>> numbers() {
        return traces.stream()
                .map(trace -> trace.steps().stream().map(StepMark::number).toList())
                .toList();
    }

    @AfterEach
    void noCaptureIsLeft() {
        Captures.current().ifPresent(StepCapture::cancel);
    }

    @Test
    void coldWindow_beforeAWarmOne_isDropped() {
        run(10);
        assertThat(numbers()).containsExactly(List.of(5L, 6L));
        assertThat(traces.get(0).metadata()).doesNotContainKey(Remarks.NOT_WARM);
        assertThat(WindowSchedule.isAutomatic(traces.get(0))).isFalse();
    }

    @Test
    void coldWindow_ofAProgramThatEndsBeforeAnother_isDeliveredWithTheReason() {
        run(4);
        assertThat(numbers()).containsExactly(List.of(1L, 2L));
        assertThat(traces.get(0).isPartial()).isFalse();
        assertThat(Remarks.of(traces.get(0))).containsEntry(Remarks.NOT_WARM, Warmth.COLD.reason());
    }

    @Test
    void coldWindow_thatIsOpenAtTheEnd_isDeliveredWithTheReason() {
        run(2);
        assertThat(numbers()).containsExactly(List.of(1L));
        assertThat(traces.get(0).isPartial()).isTrue();
        assertThat(Remarks.of(traces.get(0))).containsKey(Remarks.NOT_WARM);
    }

    @Test
    void coldWindow_beforeAWarmOneWithoutAWholeStep_isDeliveredToo() {
        run(5);
        assertThat(numbers()).contains(List.of(1L, 2L));
    }

    @Test
    void coldWindow_beforeAPartialWarmOne_isDropped() {
        run(6);
        assertThat(numbers()).containsExactly(List.of(5L));
    }

    @Test
    void metadata_addedDuringTheColdWindow_isInTheNextDeliveredOne() {
        try (Profile profile = start()) {
            steps(profile, 2);
            profile.addMetadata("rate", "0.1");
            steps(profile, 8);
        }
        assertThat(traces.get(0).metadata().get("rate").text()).isEqualTo("0.1");
    }

    @Test
    void schedule_hearsOfEachStepOnce() {
        run(4);
        assertThat(schedule.ended).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void measurements_ofAPausedProfile_areNotFree() {
        try (Profile profile = start()) {
            assertThat(schedule.run.isFree()).isTrue();
            profile.pause();
            assertThat(schedule.run.isFree()).isFalse();
        }
    }

    @Test
    void measurements_besideAPromisedCapture_areNotFree() {
        try (Profile profile = start()) {
            steps(profile, 7);
            StepCapture capture = Captures.begin(CaptureRequest.ofSteps(3).from(1000));
            assertThat(schedule.run.isFree()).isFalse();
            capture.cancel();
        }
    }

    /** Source that starts until it is told to be ready, and is as full as it is told to be. */
    private static final class SlowSource implements ActivitySource {
        final CountDownLatch warmedUp = new CountDownLatch(1);
        volatile boolean isReady;
        volatile double filled;

        @Override
        public void warmUp() {
            warmedUp.countDown();
        }

        @Override
        public boolean isReady() {
            return isReady;
        }

        @Override
        public ActivityRecording start(RecordingOptions options) {
            return new ActivityRecording() {
                @Override
                public double filledPart() {
                    return filled;
                }

                @Override
                public void stop() {}

                @Override
                public void collect(ActivitySink sink) {}
            };
        }
    }

    @Test
    void measurements_whileASourceStarts_areNotFree() throws InterruptedException {
        SlowSource source = new SlowSource();
        try (Profile profile = Profile.builder()
                .synchronousDelivery(true)
                .schedule(schedule)
                .source(source)
                .start()) {
            assertThat(source.warmedUp.await(1, TimeUnit.MINUTES))
                    .as("warmed up early")
                    .isTrue();
            assertThat(schedule.run.isFree()).isFalse();
            source.isReady = true;
            assertThat(schedule.run.isFree()).isTrue();
            assertThat(profile.failures()).isEmpty();
        }
    }

    @Test
    void measurements_haveThePartThatIsFullOfTheOpenWindowOnly() {
        SlowSource source = new SlowSource();
        try (Profile profile = Profile.builder()
                .synchronousDelivery(true)
                .schedule(schedule)
                .source(source)
                .start()) {
            steps(profile, 1);
            Scope.open("work").close();
            assertThat(schedule.run.windowFill()).isBetween(1e-9, 0.5);
            source.filled = 0.7;
            assertThat(schedule.run.windowFill()).isEqualTo(0.7);
            steps(profile, 2);
            assertThat(schedule.run.windowFill()).isZero();
        }
    }

    @Test
    void measurements_haveTheBytesOfTheOpenWindowOnly() {
        try (Profile profile = start()) {
            steps(profile, 1);
            Scope.open("work").close();
            assertThat(schedule.run.windowBytes()).isPositive();
            steps(profile, 2);
            assertThat(schedule.run.windowBytes()).isZero();
        }
    }

    @Test
    void auto_ofAShortProgram_deliversWhatThereIs() {
        Profile profile = Profile.builder()
                .synchronousDelivery(true)
                .schedule(Schedule.auto())
                .onTraceReady(traces::add)
                .start();
        assertThat(profile.schedule()).isEqualTo("auto: windows when the step time is steady");
        steps(profile, 10);
        profile.close();
        assertThat(numbers()).containsExactly(List.of(2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L));
        assertThat(traces).allMatch(WindowSchedule::isAutomatic);
        assertThat(profile.failures()).isEmpty();
    }

    @Test
    void auto_ofAProgramOfTwoSteps_hasNoWindowAndSaysSo() {
        Profile profile = Profile.builder()
                .schedule(Schedule.auto())
                .onTraceReady(traces::add)
                .start();
        steps(profile, 2);
        profile.close();
        assertThat(traces).allSatisfy(trace -> assertThat(trace.isPartial()).isTrue());
        assertThat(profile.failures())
                .singleElement()
                .extracting(ProfileFailure::message)
                .asString()
                .contains("a window needs 3");
    }
}
