package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.JvmCounters;
import io.stepprofiler.trace.Trace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CapturesTest {
    private static final Schedule IDLE = Schedule.never();

    private static List<Long> numbers(Trace trace) {
        return trace.steps().stream().map(StepMark::number).toList();
    }

    private static Trace traceOf(StepCapture capture) {
        return capture.trace().orTimeout(20, TimeUnit.SECONDS).join();
    }

    private static String whyNone(StepCapture capture) {
        try {
            traceOf(capture);
            return "";
        } catch (CompletionException e) {
            return e.getCause() instanceof CaptureException known ? known.getMessage() : e.toString();
        }
    }

    private static void steps(Profile profile, int count) {
        for (int i = 0; i < count; i++) {
            Scope.open("work").close();
            profile.step();
        }
    }

    private static void scopes(long first, int count) {
        for (int i = 0; i < count; i++) {
            try (StepScope step = StepScope.open("train", first + i)) {
                step.scope().arg("n", i);
                Scope.open("work").close();
            }
        }
    }

    @AfterEach
    void nothingIsLeft() {
        Captures.current().ifPresent(StepCapture::cancel);
        await().until(() -> Captures.current().isEmpty());
        assertThat(Recorder.open()).isNull();
        assertThat(ProcessState.isProfilesTurn()).isFalse();
    }

    @Test
    void capture_besideAnIdleProfile_hasTheNextStepsAfterItsWarmUp() {
        try (Profile profile = Profile.builder().schedule(IDLE).start()) {
            steps(profile, 5);
            StepCapture capture = Captures.begin(CaptureRequest.ofSteps(3).holder("test"));
            assertThat(capture.firstStep()).isEqualTo(7);
            steps(profile, 5);
            Trace trace = traceOf(capture);
            assertThat(numbers(trace)).containsExactly(7L, 8L, 9L);
            assertThat(Recorded.names(trace)).containsExactly("work", "work", "work");
            assertThat(trace.isPartial()).isFalse();
            assertThat(trace.metadata().get(Captures.METADATA).text()).isEqualTo("test");
            assertThat(capture.state()).isEqualTo(StepCapture.State.DONE);
            assertThat(profile.failures()).isEmpty();
        }
    }

    @Test
    void capture_withoutAProfile_hasTheStepsOfScopes() {
        StepCapture capture = Captures.begin(CaptureRequest.ofSteps(2));
        scopes(40, 4);
        Trace trace = traceOf(capture);
        assertThat(numbers(trace)).containsExactly(41L, 42L);
        assertThat(capture.firstStep()).isEqualTo(41);
        assertThat(Recorded.names(trace)).containsExactly("train", "work", "train", "work");
    }

    @Test
    void capture_ofADurationWithoutSteps_recordsFromNowOn() {
        StepCapture capture = Captures.begin(CaptureRequest.ofDuration(Duration.ofMillis(300)));
        untilOver(capture, () -> Scope.open("work").close());
        Trace trace = traceOf(capture);
        assertThat(Recorded.names(trace)).isNotEmpty().containsOnly("work");
        assertThat(trace.steps()).isEmpty();
        assertThat(trace.isPartial()).isFalse();
    }

    @Test
    void capture_ofADurationOverSteps_hasThem() {
        try (Profile profile = Profile.builder().schedule(IDLE).start()) {
            StepCapture capture = Captures.begin(CaptureRequest.ofDuration(Duration.ofMillis(300)));
            untilOver(capture, () -> steps(profile, 1));
            List<Long> numbers = numbers(traceOf(capture));
            assertThat(numbers)
                    .isNotEmpty()
                    .isEqualTo(LongStream.range(numbers.get(0), numbers.get(0) + numbers.size())
                            .boxed()
                            .toList());
        }
    }

    @Test
    void capture_ofADuration_begunByAStepBeforeItsOwnThread_endsAfterThatTime() {
        CaptureRequest request = CaptureRequest.ofDuration(Duration.ofMillis(1)).warmup(0);
        CaptureRecording recording = new CaptureRecording(request, request.options());
        StepCapture capture = recording.capture;
        recording.startClock();
        recording.stepBegan(null, 0);
        assertThat(capture.state()).isEqualTo(StepCapture.State.RECORDING);

        recording.begin();

        assertThat(traceOf(capture).isPartial()).isFalse();
    }

    /** Works as a program that does not know of the capture, whose beginning and end may come late on a busy machine. */
    private static void untilOver(StepCapture capture, Runnable work) {
        while (!capture.trace().isDone() && capture.state() != StepCapture.State.FINISHING) {
            work.run();
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void capture_besideAPausedProfile_needsNoGap() {
        Schedule schedule = Schedule.builder().wait(1).warmup(1).active(1).build();
        Profile profile = Profile.builder().schedule(schedule).start();
        try (profile) {
            profile.pause();
            steps(profile, 1);
            StepCapture capture = Captures.begin(CaptureRequest.ofSteps(5));
            steps(profile, 7);
            assertThat(numbers(traceOf(capture))).containsExactly(3L, 4L, 5L, 6L, 7L);
            assertThat(profile.lastTrace()).isEmpty();
            profile.resume();
            steps(profile, 4);
            assertThat(profile.awaitDelivery(Duration.ofSeconds(10))).isTrue();
            assertThat(numbers(profile.lastTrace().orElseThrow())).containsExactly(11L);
        }
    }

    @Test
    void pause_ofAProfileWithoutASchedule_recordsNothingMeanwhile() {
        Profile profile = Profile.builder().start();
        try (profile) {
            Scope.open("before").close();
            profile.pause();
            assertThat(profile.isPaused()).isTrue();
            Scope.open("meanwhile").close();
            profile.resume();
            Scope.open("after").close();
        }
        assertThat(Recorded.names(profile.lastTrace().orElseThrow())).containsExactly("before", "after");
    }

    @Test
    void capture_besideASchedule_takesTheFirstGapThatIsLongEnough() {
        List<List<Long>> windows = new ArrayList<>();
        Schedule schedule =
                Schedule.builder().wait(5).warmup(1).active(2).repeat(2).build();
        Profile profile = Profile.builder()
                .schedule(schedule)
                .synchronousDelivery(true)
                .onTraceReady(trace -> windows.add(numbers(trace)))
                .start();
        try (profile) {
            steps(profile, 1);
            // Steps 5 to 7 are the window; free are 2 to 4, which is too few for 3 steps and the warm-up.
            StepCapture capture = Captures.begin(CaptureRequest.ofSteps(3));
            assertThat(capture.firstStep()).isEqualTo(10);
            steps(profile, 19);
            assertThat(numbers(traceOf(capture))).containsExactly(10L, 11L, 12L);
        }
        assertThat(windows).containsExactly(List.of(6L, 7L), List.of(14L, 15L));
    }

    static Stream<Arguments> withoutRoom() {
        CaptureRequest steps = CaptureRequest.ofSteps(3);
        Schedule tight = Schedule.builder().wait(2).warmup(1).active(2).build();
        return Stream.of(
                busy(steps, builder -> builder.schedule(tight), "wait=2 warmup=1 active=2", "5 steps in a row"),
                busy(steps, builder -> builder, "records everything until it is closed"),
                busy(
                        CaptureRequest.ofDuration(Duration.ofSeconds(1)),
                        builder -> builder.history(History.ofSteps(3)),
                        "snapshot"));
    }

    private static Arguments busy(CaptureRequest request, UnaryOperator<ProfileBuilder> options, String... why) {
        return Arguments.of(request, options, why);
    }

    @ParameterizedTest
    @MethodSource("withoutRoom")
    void begin_besideAProfileWithoutRoom_isBusyAndSaysSo(
            CaptureRequest request, UnaryOperator<ProfileBuilder> options, String[] why) {
        Profile profile = options.apply(Profile.builder().name("in the way")).start();
        try (profile) {
            assertThatThrownBy(() -> Captures.begin(request))
                    .isInstanceOf(CaptureBusyException.class)
                    .hasMessageContaining("in the way")
                    .hasMessageContainingAll(why);
            assertThat(profile.failures()).isEmpty();
        }
    }

    @Test
    void takeSnapshot_rightAfterOthers_answersTheOneThatWasAskedFor() {
        Profile profile = Profile.builder().history(History.ofSteps(3)).start();
        try (profile) {
            for (int i = 0; i < 20; i++) {
                profile.snapshot("another " + i);
                steps(profile, 3);
                long last = profile.stepNumber() - 1;
                Trace trace = profile.takeSnapshot("mine " + i)
                        .orTimeout(20, TimeUnit.SECONDS)
                        .join();
                assertThat(trace.metadata().get("snapshot").text()).endsWith("mine " + i);
                assertThat(numbers(trace)).endsWith(last);
            }
        }
        assertThat(profile.failures().isEmpty()).isTrue();
    }

    @Test
    void takeSnapshot_rightBeforeTheEnd_isAnswered() {
        for (int i = 0; i < 6; i++) {
            Profile profile = Profile.builder().history(History.ofSteps(3)).start();
            steps(profile, 5);
            CompletableFuture<Trace> snapshot = profile.takeSnapshot("last");
            profile.close();
            assertThat(snapshot.join().metadata().get("snapshot").text()).isEqualTo("last");
        }
    }

    @Test
    void snapshot_severalTimesAtOnce_isNoReasonLess() {
        List<String> reasons = new CopyOnWriteArrayList<>();
        Profile profile = Profile.builder()
                .history(History.ofSteps(3))
                .onTraceReady(
                        trace -> reasons.add(trace.metadata().get("snapshot").text()))
                .start();
        try (profile) {
            steps(profile, 5);
            profile.snapshot("A");
            profile.snapshot("B");
            profile.snapshot("C");
            assertThat(profile.awaitDelivery(Duration.ofMinutes(1))).isTrue();
            assertThat(String.join("; ", reasons)).isEqualTo("A; B; C");
        }
    }

    @Test
    void takeSnapshot_withoutAHistory_saysSo() {
        Profile profile = Profile.builder().build();
        assertThatThrownBy(() -> profile.takeSnapshot("no history").join())
                .hasCauseInstanceOf(CaptureException.class)
                .hasMessageContaining("no history");
        profile.close();
    }

    static Stream<Arguments> firstSteps() {
        Schedule windows = Schedule.builder().wait(4).warmup(1).active(1).build();
        CaptureRequest one = CaptureRequest.ofSteps(1);
        CaptureRequest two = CaptureRequest.ofSteps(2);
        return Stream.of(
                Arguments.of("to come", IDLE, 0, two.from(6), List.of(6L, 7L), ""),
                Arguments.of("of a window", windows, 0, one.from(4), List.of(8L), "step 4 was not free"),
                Arguments.of("too near for the warm-up", IDLE, 3, two.from(4).warmup(3), List.of(4L, 5L), "0 of 3"),
                Arguments.of("that has passed", IDLE, 5, one.from(2), List.of(7L), "step 2 had passed"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("firstSteps")
    void from_aStep_beginsWithItOrTheNextThatIsFreeAndSaysSo(
            String step, Schedule schedule, int before, CaptureRequest request, List<Long> expected, String note) {
        try (Profile profile = Profile.builder().schedule(schedule).start()) {
            steps(profile, before);
            StepCapture capture = Captures.begin(request);
            assertThat(capture.firstStep()).isEqualTo(expected.get(0));
            steps(profile, 10);
            Trace trace = traceOf(capture);
            assertThat(numbers(trace)).isEqualTo(expected);
            assertThat(trace.metadata().containsKey(Captures.NOTE)).isEqualTo(!note.isEmpty());
            if (!note.isEmpty()) {
                assertThat(trace.metadata().get(Captures.NOTE).text()).contains(note);
                assertThat(capture).asString().contains(note);
            }
        }
    }

    @Test
    void begin_besideAnotherCapture_isBusyAndNamesItsHolder() {
        Captures.begin(CaptureRequest.ofSteps(1).holder("somebody"));
        assertThatThrownBy(() -> Captures.begin(CaptureRequest.ofSteps(1)))
                .isInstanceOf(CaptureBusyException.class)
                .hasMessageContaining("somebody")
                .hasMessageContaining("waits for a step");
    }

    @Test
    void begin_besideAYieldingCapture_takesItsPlace() {
        StepCapture yielding = Captures.begin(CaptureRequest.ofSteps(1).yielding());
        StepCapture capture = Captures.begin(CaptureRequest.ofSteps(1).holder("user"));
        assertThat(whyNone(yielding)).contains("gave way").contains("user");
        assertThat(Captures.current()).containsSame(capture);
    }

    @Test
    void capture_whenAProfileStarts_endsWithItsData() {
        StepCapture capture = Captures.begin(CaptureRequest.ofSteps(5).warmup(0));
        scopes(0, 2);
        try (Profile profile = Profile.builder().name("late").start()) {
            Trace trace = traceOf(capture);
            assertThat(numbers(trace)).containsExactly(0L, 1L);
            assertThat(trace.isPartial()).isTrue();
            assertThat(trace.metadata().get(Captures.NOTE).text()).contains("'late' started");
            assertThat(profile.isRunning()).isTrue();
        }
    }

    @Test
    void capture_whenItsProfileCloses_endsWithItsData() {
        StepCapture capture;
        try (Profile profile = Profile.builder().schedule(IDLE).start()) {
            capture = Captures.begin(CaptureRequest.ofSteps(100));
            steps(profile, 4);
        }
        Trace trace = traceOf(capture);
        assertThat(numbers(trace).subList(0, 2)).containsExactly(2L, 3L);
        assertThat(trace.isPartial()).isTrue();
    }

    @Test
    void capture_whoseProfileClosesBeforeItsFirstStep_failsAndSaysWhy() {
        StepCapture capture;
        try (Profile profile = Profile.builder().name("short").schedule(IDLE).start()) {
            capture = Captures.begin(CaptureRequest.ofSteps(1));
            assertThat(profile.isRunning()).isTrue();
        }
        assertThat(whyNone(capture)).contains("before its first step").contains("'short'");
        assertThat(capture.state()).isEqualTo(StepCapture.State.FAILED);
    }

    @Test
    void capture_whenTheScheduleRecordsUnlikeItSaid_givesWay() {
        long[] from = {Long.MAX_VALUE};
        Schedule changing = step -> step >= from[0] ? ProfilerAction.RECORD_AND_SAVE : ProfilerAction.NONE;
        Profile profile = Profile.builder().schedule(changing).start();
        try (profile) {
            StepCapture capture = Captures.begin(CaptureRequest.ofSteps(10).warmup(0));
            steps(profile, 3);
            from[0] = 4;
            steps(profile, 3);
            Trace trace = traceOf(capture);
            assertThat(numbers(trace)).containsExactly(1L, 2L, 3L);
            assertThat(trace.metadata().get(Captures.NOTE).text()).contains("was due");
            assertThat(profile.awaitDelivery(Duration.ofSeconds(10))).isTrue();
            assertThat(numbers(profile.lastTrace().orElseThrow())).containsExactly(5L);
        }
    }

    @Test
    void end_whileItRecords_deliversWhatThereIs() {
        try (Profile profile = Profile.builder().schedule(IDLE).start()) {
            StepCapture capture = Captures.begin(CaptureRequest.ofSteps(100).warmup(0));
            steps(profile, 3);
            capture.end("as asked");
            Trace trace = traceOf(capture);
            assertThat(numbers(trace)).containsExactly(1L, 2L);
            assertThat(trace.isPartial()).isTrue();
        }
    }

    @Test
    void cancel_inAnyPhase_deliversNothing() {
        try (Profile profile = Profile.builder().schedule(IDLE).start()) {
            for (int steps = 0; steps < 4; steps++) {
                StepCapture capture = Captures.begin(CaptureRequest.ofSteps(2));
                steps(profile, steps);
                capture.cancel();
                assertThat(whyNone(capture)).contains("cancelled");
                assertThat(capture.state()).isEqualTo(StepCapture.State.CANCELLED);
                assertThat(Recorder.open()).isNull();
            }
            assertThat(profile.failures()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "RECORDING, 0, ended early: the process ends",
        "WRITING, 0, ''",
        "BY_WHO_WAITS, 0, ''",
        "MEMORY, 1, ended early: the process ends"
    })
    void capture_whoseProcessEnds_isDeliveredBefore(String end, int exit, String note, @TempDir Path directory)
            throws Exception {
        Path file = directory.resolve("trace.txt");
        assertThat(OwnProcess.run(List.of("-Xmx40m"), CapturedLoop.class, file.toString(), end)
                        .exit())
                .isEqualTo(exit);
        assertThat(file).hasContent("[1, 2, 3] " + note);
    }

    @Test
    void within_whenTheTrainingStandsStill_endsIt() {
        StepCapture waiting = Captures.begin(CaptureRequest.ofSteps(1).within(Duration.ofMillis(50)));
        assertThat(whyNone(waiting)).contains("not done within");
        StepCapture recording =
                Captures.begin(CaptureRequest.ofSteps(9).warmup(0).within(Duration.ofMillis(200)));
        scopes(3, 1);
        Trace trace = traceOf(recording);
        assertThat(numbers(trace)).containsExactly(3L);
        assertThat(trace.isPartial()).isTrue();
    }

    @Test
    void configure_ofSourcesAndMemory_recordsByThemBesideTheProfilesOwn() {
        Schedule schedule = Schedule.builder().wait(5).warmup(1).active(1).build();
        Profile profile = Profile.builder()
                .schedule(schedule)
                .source(JvmCounters.create())
                .start();
        try (profile) {
            StepCapture capture = Captures.begin(CaptureRequest.ofSteps(2)
                    .configure(builder -> builder.source(JvmCounters.create()).profileMemory(true)));
            for (int i = 0; i < 8; i++) {
                Memory.allocated(7, 16);
                Memory.freed(7);
                profile.step();
            }
            Trace trace = traceOf(capture);
            assertThat(trace.counters()).isNotEmpty();
            assertThat(trace.memory().size()).isEqualTo(4);
            assertThat(capture.failures()).isEmpty();
            assertThat(profile.awaitDelivery(Duration.ofSeconds(10))).isTrue();
            assertThat(profile.lastTrace().orElseThrow().counters()).isNotEmpty();
            assertThat(profile.lastTrace().orElseThrow().memory().size()).isZero();
        }
        assertThat(profile.failures()).isEmpty();
    }

    /** Says where it was called. */
    private static final class Called implements ActivitySource {
        private final List<String> calls = new ArrayList<>();

        @Override
        public void warmUp() {
            calls.add("warmUp " + Thread.currentThread().getName());
        }

        @Override
        public void prepare() {
            calls.add("prepare " + Thread.currentThread().getName());
        }

        @Override
        public ActivityRecording start(RecordingOptions options) {
            throw new IllegalStateException("it has nothing to record");
        }
    }

    @Test
    void capture_whoseSourceTakesLongToBegin_doesThatWhereItIsAskedFor() throws Exception {
        Called source = new Called();
        StepCapture capture = Captures.begin(CaptureRequest.ofSteps(1).configure(builder -> builder.source(source)));
        Thread training = new Thread(() -> scopes(0, 3), "training");
        training.start();
        training.join();
        traceOf(capture);
        assertThat(source.calls)
                .containsExactly("warmUp " + Thread.currentThread().getName(), "prepare training");
    }

    @Test
    void capture_besideAWindowOfAProfile_warmsNothingUp() {
        Called source = new Called();
        try (Profile profile = Profile.builder()
                .schedule(Schedule.builder().wait(9).warmup(1).active(2).build())
                .start()) {
            steps(profile, 10);
            assertThat(profile.currentAction()).isNotEqualTo(ProfilerAction.NONE);
            Captures.begin(CaptureRequest.ofSteps(1).configure(builder -> builder.source(source)))
                    .cancel();
        }
        assertThat(source.calls).isEmpty();
    }

    @Test
    void capture_whoseSourceFails_isDeliveredWithoutIt() {
        StepCapture capture = Captures.begin(CaptureRequest.ofSteps(1)
                .configure(builder -> builder.source(options -> {
                    throw new IllegalStateException("no device");
                })));
        scopes(0, 3);
        assertThat(numbers(traceOf(capture))).containsExactly(1L);
        assertThat(capture.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(ProfileFailure.Kind.SOURCE_FAILED));
    }

    @Test
    void configure_ofWhatARequestSaysItself_isRefused() {
        assertThatThrownBy(() -> Captures.begin(
                        CaptureRequest.ofSteps(1).configure(builder -> builder.schedule(Schedule.always()))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("schedule");
        assertThatThrownBy(() -> Captures.begin(
                        CaptureRequest.ofSteps(1).configure(builder -> builder.onTraceReady(trace -> {}))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("onTraceReady");
    }

    @Test
    void pace_ofScopesAndOfAProfile_countsEachStepOnce() {
        long before = Captures.pace().steps();
        scopes(10, 3);
        assertThat(Captures.pace().steps()).isEqualTo(before + 3);
        assertThat(Captures.pace().lastStep()).isEqualTo(12);
        try (Profile profile = Profile.builder().schedule(IDLE).start()) {
            scopes(0, 1);
            steps(profile, 2);
            assertThat(Captures.pace().steps()).isEqualTo(before + 5);
            assertThat(Captures.pace().lastStep()).isEqualTo(1);
            assertThat(Captures.pace().perSecond()).isPositive();
        }
    }

    /** Adds what is to be seen of a random schedule and random captures, and compares it with a naive count. */
    @Test
    void captures_atRandomBesideRandomSchedules_haveWhatTheyAnnouncedAndDisturbNoWindow() {
        Random random = new Random(1611);
        int captured = 0;
        for (int run = 0; run < 6; run++) {
            Schedule schedule = Schedule.builder()
                    .skipFirst(random.nextInt(4))
                    .wait(random.nextInt(8))
                    .warmup(1 + random.nextInt(2))
                    .active(1 + random.nextInt(3))
                    .repeat(random.nextInt(4))
                    .build();
            captured += randomCaptures(schedule, random);
        }
        assertThat(captured).isGreaterThan(8);
    }

    private static int randomCaptures(Schedule schedule, Random random) {
        int length = 60;
        List<List<Long>> windows = new ArrayList<>();
        Map<StepCapture, List<Long>> announced = new LinkedHashMap<>();
        Profile profile = Profile.builder()
                .schedule(schedule)
                .synchronousDelivery(true)
                .onTraceReady(trace -> windows.add(numbers(trace)))
                .start();
        try (profile) {
            for (int step = 0; step < length; step++) {
                if (Captures.current().isEmpty() && random.nextInt(4) == 0) {
                    announce(random, announced);
                }
                steps(profile, 1);
                // What is finished makes room for the next.
                Captures.current()
                        .filter(capture -> capture.state() == StepCapture.State.FINISHING)
                        .ifPresent(CapturesTest::traceOf);
            }
            Captures.current().ifPresent(StepCapture::cancel);
        }
        assertThat(windows).as("%s", schedule).isEqualTo(windowsOf(schedule, length));
        announced.forEach((capture, steps) -> {
            if (capture.state() == StepCapture.State.DONE) {
                assertThat(numbers(traceOf(capture)))
                        .as("%s %s", schedule, capture)
                        .isEqualTo(steps);
            } else {
                assertThat(steps.get(steps.size() - 1)).isGreaterThanOrEqualTo((long) length - 1);
            }
        });
        return announced.size();
    }

    private static void announce(Random random, Map<StepCapture, List<Long>> announced) {
        int count = 1 + random.nextInt(4);
        try {
            CaptureRequest request = CaptureRequest.ofSteps(count).warmup(random.nextInt(3));
            StepCapture capture = Captures.begin(random.nextBoolean() ? request : request.from(random.nextInt(60)));
            long first = capture.firstStep();
            announced.put(
                    capture, LongStream.range(first, first + count).boxed().toList());
        } catch (CaptureBusyException e) {
            assertThat(e).hasMessageContaining("in a row");
        }
    }

    /** The windows that a loop of so many steps and one that has begun would have without captures. */
    private static List<List<Long>> windowsOf(Schedule schedule, long length) {
        List<List<Long>> windows = new ArrayList<>();
        List<Long> window = new ArrayList<>();
        for (long step = 0; step < length; step++) {
            ProfilerAction action = schedule.action(step);
            if (action.isRecording()) {
                window.add(step);
            }
            if (action == ProfilerAction.RECORD_AND_SAVE) {
                windows.add(window);
                window = new ArrayList<>();
            }
        }
        // A window that begins after the last step is empty, and reaches no handler.
        if (!window.isEmpty()) {
            windows.add(window);
        }
        return windows;
    }

    @Test
    void captures_begunEndedAndCancelledByManyThreads_allCompleteAndDisturbNoWindow() {
        Schedule schedule = Schedule.builder().wait(6).warmup(1).active(2).build();
        List<List<Long>> windows = Collections.synchronizedList(new ArrayList<>());
        Queue<StepCapture> begun = new ConcurrentLinkedQueue<>();
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> askers = new ArrayList<>();
        Profile profile = Profile.builder()
                .schedule(schedule)
                .synchronousDelivery(true)
                .onTraceReady(trace -> windows.add(numbers(trace)))
                .start();
        long length = 0;
        try (profile) {
            for (int i = 0; i < 6; i++) {
                Random random = new Random(i);
                Thread asker = new Thread(() -> ask(random, begun, over));
                asker.start();
                askers.add(asker);
            }
            // Who has begun a capture gets the steps that it waits for.
            while (length < 360 || askers.stream().anyMatch(Thread::isAlive)) {
                steps(profile, 1);
                LockSupport.parkNanos(200_000);
                over.set(++length >= 360);
            }
            assertThat(profile.failures()).isEmpty();
        }
        assertThat(windows).isEqualTo(windowsOf(schedule, length));
        assertThat(begun).hasSizeGreaterThan(5);
        begun.forEach(CapturesTest::isConsistent);
    }

    private static void ask(Random random, Queue<StepCapture> begun, AtomicBoolean over) {
        while (!over.get()) {
            try {
                CaptureRequest request = random.nextInt(4) == 0
                        ? CaptureRequest.ofDuration(Duration.ofMillis(1 + random.nextInt(3)))
                        : CaptureRequest.ofSteps(1 + random.nextInt(3));
                StepCapture capture = Captures.begin(random.nextInt(3) == 0 ? request.yielding() : request);
                begun.add(capture);
                LockSupport.parkNanos(random.nextInt(4_000_000));
                switch (random.nextInt(4)) {
                    case 0 -> capture.cancel();
                    case 1 -> capture.end("as asked");
                    default -> whyNone(capture);
                }
            } catch (CaptureBusyException e) {
                LockSupport.parkNanos(random.nextInt(500_000));
            }
        }
    }

    /** What a capture of the schedule above has: steps one after the other, none of a window, all if it is whole. */
    private static void isConsistent(StepCapture capture) {
        if (!whyNone(capture).isEmpty()) {
            assertThat(capture.state()).isIn(StepCapture.State.CANCELLED, StepCapture.State.FAILED);
            return;
        }
        Trace trace = traceOf(capture);
        List<Long> steps = trace.steps().stream()
                .filter(step -> !step.unfinished())
                .map(StepMark::number)
                .toList();
        assertThat(steps.size()).isEqualTo((int) capture.stepsDone());
        for (int i = 0; i < steps.size(); i++) {
            assertThat(steps.get(i)).isEqualTo(steps.get(0) + i);
            assertThat(steps.get(i) % 9).isLessThan(6);
        }
        if (!trace.isPartial() && capture.request().steps().isPresent()) {
            assertThat(steps).hasSize(capture.request().steps().getAsInt());
            assertThat(steps.get(0)).isEqualTo(capture.firstStep());
        }
    }
}
