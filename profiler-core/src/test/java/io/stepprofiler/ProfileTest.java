package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.averages.KeyAverages;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.JvmCounters;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProfileTest {
    private static final Set<String> OF_EVERY_TRACE = Set.of(
            "environment", "launch", "profiler cost ns", "recording clock", "process start", "time to first step");

    private final List<Trace> traces = new ArrayList<>();
    private final List<Profile> opened = new ArrayList<>();

    private ProfileBuilder builder() {
        return Profile.builder().synchronousDelivery(true).onTraceReady(traces::add);
    }

    private Profile start(ProfileBuilder builder) {
        Profile profile = builder.build();
        opened.add(profile);
        profile.start();
        return profile;
    }

    @AfterEach
    void closeProfiles() {
        opened.forEach(Profile::close);
    }

    private static Schedule windows(int repeat) {
        return Schedule.builder().wait(1).warmup(1).active(3).repeat(repeat).build();
    }

    private static void train(Profile profile, int steps) {
        for (int i = 0; i < steps; i++) {
            Scope.open("work " + profile.stepNumber()).close();
            profile.step();
        }
    }

    @Test
    void schedule_twoWindows_givesTwoTracesOfTheActiveSteps() {
        Profile profile = start(builder().schedule(windows(2)));
        train(profile, 15);
        profile.close();
        assertThat(traces).hasSize(2);
        assertThat(traces).allSatisfy(trace -> assertThat(trace.isPartial()).isFalse());
        assertThat(traces.get(0).steps())
                .extracting(StepMark::name)
                .containsExactly("ProfilerStep#2", "ProfilerStep#3", "ProfilerStep#4");
        assertThat(Recorded.names(traces.get(0))).containsExactly("work 2", "work 3", "work 4");
        assertThat(traces.get(1).steps()).extracting(StepMark::number).containsExactly(7L, 8L, 9L);
        assertThat(Recorded.names(traces.get(1))).containsExactly("work 7", "work 8", "work 9");
        assertThat(profile.failures()).isEmpty();
    }

    @Test
    void steps_ofAWindow_followEachOtherAndContainTheirWork() {
        Profile profile = start(builder().schedule(windows(1)));
        train(profile, 5);
        Trace trace = traces.get(0);
        long last = trace.start().monotonicNanos();
        for (StepMark step : trace.steps()) {
            var work = Recorded.event(trace, "work " + step.number());
            assertThat(List.of(
                            last,
                            step.startNanos(),
                            work.startNanos(),
                            work.endNanos(),
                            step.startNanos() + step.durationNanos()))
                    .isSorted();
            assertThat(step.unfinished()).isFalse();
            assertThat(step.trackId()).isEqualTo(work.trackId());
            last = step.startNanos() + step.durationNanos();
        }
        assertThat(last).isLessThanOrEqualTo(trace.end().monotonicNanos());
    }

    @Test
    void schedule_none_recordsEverythingUntilCloseWithoutStepMarks() {
        Profile profile = start(builder());
        train(profile, 4);
        assertThat(traces).isEmpty();
        profile.close();
        assertThat(traces).singleElement().satisfies(trace -> {
            assertThat(Recorded.names(trace)).containsExactly("work 0", "work 1", "work 2", "work 3");
            assertThat(trace.steps()).isEmpty();
            assertThat(trace.isPartial()).isFalse();
        });
    }

    @Test
    void close_inTheMiddleOfAWindow_deliversItMarkedPartialWithoutTheEmptyLastStep() {
        Profile profile = start(builder().schedule(windows(1)));
        train(profile, 4);
        profile.close();
        assertThat(traces).singleElement().satisfies(trace -> {
            assertThat(trace.isPartial()).isTrue();
            assertThat(trace.steps()).extracting(StepMark::number).containsExactly(2L, 3L);
        });
    }

    @Test
    void close_rightAfterTheLastWindow_deliversNoEmptyOne() {
        // Its samples are no events of the program.
        Profile profile = start(builder()
                .source(JvmCounters.create())
                .schedule(Schedule.builder().active(2).build()));
        train(profile, 4);
        profile.close();
        assertThat(traces).extracting(trace -> trace.steps().size()).containsExactly(2, 2);
        assertThat(profile.windowCount()).isEqualTo(2);
        assertThat(profile.lastTrace().orElseThrow().steps()).hasSize(2);
        assertThat(profile.failures()).isEmpty();
    }

    @Test
    void close_afterAnEventBehindTheLastWindow_deliversIt() throws Exception {
        Profile profile = start(builder().schedule(Schedule.builder().active(2).build()));
        train(profile, 2);
        Recorded.onThreads(1, number -> Scope.open("after").close());
        profile.close();
        assertThat(traces).hasSize(2);
        assertThat(traces.get(1).steps()).isEmpty();
        assertThat(Recorded.names(traces.get(1))).containsExactly("after");
    }

    static Stream<Arguments> lastSteps() {
        Recorded.Body nothing = () -> {};
        Recorded.Body scope = () -> Scope.open("half a step").close();
        return Stream.of(
                Arguments.of("nothing recorded", nothing, List.of("2")),
                Arguments.of("a scope recorded", scope, List.of("2", "3 unfinished")),
                Arguments.of(
                        "a scope recorded by another thread",
                        (Recorded.Body) () -> Recorded.onThreads(1, number -> scope.run()),
                        List.of("2")),
                Arguments.of(
                        "a counter recorded",
                        (Recorded.Body) () -> Counter.of("loss").record(1),
                        List.of("2", "3 unfinished")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lastSteps")
    void close_inAStep_keepsItUnfinishedUnlessItIsEmpty(String what, Recorded.Body last, List<String> steps)
            throws Exception {
        Profile profile = start(builder().schedule(windows(1)));
        train(profile, 3);
        last.run();
        profile.close();
        assertThat(traces.get(0).steps())
                .extracting(step -> step.number() + (step.unfinished() ? " unfinished" : ""))
                .isEqualTo(steps);
    }

    @Test
    void close_underTheScheduleAlways_isNotPartial() {
        Profile profile = start(builder().schedule(Schedule.always()));
        train(profile, 3);
        profile.close();
        assertThat(traces).singleElement().satisfies(trace -> {
            assertThat(trace.isPartial()).isFalse();
            assertThat(trace.steps()).extracting(StepMark::number).containsExactly(0L, 1L, 2L);
        });
    }

    /** The keys of the metadata but for those that every trace has. */
    private static Set<String> addedKeys(Trace trace) {
        Set<String> keys = new HashSet<>(trace.metadata().keySet());
        assertThat(keys).containsAll(OF_EVERY_TRACE);
        keys.removeAll(OF_EVERY_TRACE);
        return keys;
    }

    @Test
    void metadata_addedInAWarmupThatIsCutShort_isInTheNextWindow() {
        Profile profile = start(builder().schedule(windows(0)));
        train(profile, 1);
        profile.addMetadata("note", "kept");
        profile.stop();
        profile.start();
        train(profile, 4);
        assertThat(addedKeys(traces.get(0))).containsExactlyInAnyOrder("note");
    }

    static Stream<Arguments> withoutWindows() {
        Schedule nothing = step -> ProfilerAction.NONE;
        String missing = "has recorded no step to its end: ";
        return Stream.of(
                Arguments.of(windows(1), 0, ProfilerAction.NONE, missing + "0 steps seen; a window needs 5"),
                Arguments.of(windows(1), 1, ProfilerAction.WARMUP, missing + "1 step seen; a window needs 5"),
                Arguments.of(nothing, 3, ProfilerAction.NONE, "3 steps seen"));
    }

    @ParameterizedTest
    @MethodSource("withoutWindows")
    void close_beforeAnyWindow_deliversNothingAndSaysWhatWasMissingOnce(
            Schedule schedule, int steps, ProfilerAction action, String message) {
        Profile profile = start(builder().schedule(schedule));
        train(profile, steps);
        assertThat(profile.currentAction()).isEqualTo(action);
        profile.close();
        profile.close();
        assertThat(traces).isEmpty();
        assertThat(profile.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.kind()).isEqualTo(ProfileFailure.Kind.NO_WINDOW);
            assertThat(failure.message()).endsWith(message);
        });
    }

    @Test
    void close_withoutScheduleOrNeverStarted_hasNothingToSay() {
        Profile always = start(builder().schedule(Schedule.always()));
        always.close();
        Profile unscheduled = start(builder());
        unscheduled.close();
        Profile unstarted = builder().schedule(windows(1)).build();
        unstarted.close();
        assertThat(List.of(always, unscheduled, unstarted))
                .allSatisfy(profile -> assertThat(profile.failures()).isEmpty());
    }

    @Test
    void scope_openedDuringWarmup_isNotInTheWindow() {
        Profile profile = start(builder().schedule(windows(1)));
        train(profile, 1);
        Scope warm = Scope.open("opened in warm-up");
        profile.step();
        Scope.open("recorded").close();
        warm.close();
        profile.close();
        assertThat(Recorded.names(traces.get(0))).containsExactly("recorded");
    }

    @Test
    void start_withoutMemory_leavesTheProfileOffAndIsTold() {
        Profile profile = builder()
                .onTraceReady(onStart(() -> {
                    throw new OutOfMemoryError("unable to create native thread");
                }))
                .start();
        try (profile) {
            profile.step();
            assertThat(profile.isRunning()).isFalse();
            assertThat(Profile.running()).isEmpty();
        }
        assertThat(traces).isEmpty();
        assertThat(profile.failureCount(ProfileFailure.Kind.RECORDING_FAILED)).isEqualTo(1);
    }

    @Test
    void stopAndStart_again_goesOnCountingSteps() {
        Profile profile = start(builder().schedule(windows(0)));
        train(profile, 5);
        profile.stop();
        profile.start();
        assertThat(profile.stepNumber()).isEqualTo(5);
        train(profile, 5);
        assertThat(traces).hasSize(2);
        assertThat(traces.get(1).steps()).extracting(StepMark::number).containsExactly(7L, 8L, 9L);
    }

    @Test
    void close_twice_deliversOnce() {
        Profile profile = start(builder());
        profile.close();
        profile.close();
        profile.stop();
        assertThat(traces).hasSize(1);
        assertThat(profile.failures()).isEmpty();
    }

    @Test
    void start_whileAnotherRuns_isRefusedAndNamesIt() {
        Profile first = start(builder().name("the first one").schedule(windows(0)));
        train(first, 3);
        assertThatThrownBy(() -> start(builder().name("the second one")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Cannot start profile 'the second one'")
                .hasMessageContaining("profile 'the first one' (step 3, RECORD) is running");
        train(first, 2);
        assertThat(traces).hasSize(1);
    }

    @Test
    void start_whileAYieldingOneRuns_stopsThatWithItsWindowDelivered() {
        Profile yielding = start(builder().name("guest").yielding(true));
        train(yielding, 2);

        Profile own = start(builder().name("own").schedule(windows(1)));

        assertThat(Profile.running()).containsSame(own);
        assertThat(yielding.isRunning()).isFalse();
        assertThat(traces)
                .singleElement()
                .satisfies(trace -> assertThat(Recorded.names(trace)).containsExactly("work 0", "work 1"));
        assertThat(yielding.failures()).isEmpty();
    }

    @Test
    void yieldingProfile_whileAnotherRuns_isRefusedAndCanStartAfterIt() {
        Profile own = start(builder().schedule(windows(1)));
        Profile yielding = builder().yielding(true).build();
        opened.add(yielding);

        assertThatThrownBy(yielding::start).isInstanceOf(IllegalStateException.class);
        assertThat(Profile.running()).containsSame(own);
        own.close();
        yielding.start();

        assertThat(Profile.running()).containsSame(yielding);
    }

    @Test
    void yieldingProfile_thatGaveWay_startsAgainAndCountsOn() {
        Profile yielding = start(builder().yielding(true).schedule(Schedule.never()));
        train(yielding, 3);
        start(builder().schedule(windows(1))).close();

        yielding.start();
        train(yielding, 1);

        assertThat(yielding.stepNumber()).isEqualTo(4);
        assertThat(yielding.failures()).isEmpty();
    }

    @Test
    void start_twice_isRefused() {
        Profile profile = start(builder());
        assertThatThrownBy(profile::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith("it is running already");
        assertThat(profile.isRunning()).isTrue();
    }

    @Test
    void start_afterClose_isRefused() {
        Profile profile = start(builder());
        profile.close();
        assertThatThrownBy(profile::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    static Stream<ProfileBuilder> wrong() {
        return Stream.of(
                Profile.builder().schedule(step -> {
                    throw new IllegalStateException("not allowed");
                }),
                Profile.builder().onTraceReady(onStart(() -> {
                    throw new IllegalArgumentException("not allowed");
                })));
    }

    private static TraceHandler onStart(Runnable starting) {
        return new TraceHandler() {
            @Override
            public void onStart(RecordingOptions options) {
                starting.run();
            }

            @Override
            public void onTraceReady(Trace trace) {}
        };
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void start_scheduleOrHandlerThrows_doesNotStartAndLeavesRoomForAnother(ProfileBuilder wrong) {
        assertThatThrownBy(() -> start(wrong)).hasMessage("not allowed");
        assertThat(start(builder()).isRunning()).isTrue();
    }

    @Test
    void step_beforeStartAndAfterClose_isIgnoredAndCounted() {
        Profile profile = builder().build();
        profile.step();
        opened.add(profile);
        profile.start();
        profile.close();
        profile.step();
        profile.step();
        assertThat(profile.stepNumber()).isZero();
        assertThat(profile.failures().stream()
                        .map(ProfileFailure::message)
                        .filter(message -> message.contains("was ignored"))
                        .map(message -> message.substring(message.lastIndexOf(':'))))
                .containsExactly(
                        ": the profile was not started",
                        ": the profile has been closed",
                        ": the profile has been closed");
    }

    @Test
    void step_scheduleThrowsOrAnswersNull_reachesNobodyAndIsListed() {
        Schedule unreliable = step -> {
            if (step == 2) {
                throw new IllegalStateException("no idea");
            }
            return step == 3 ? nothing() : ProfilerAction.RECORD_AND_SAVE;
        };
        Profile profile = start(builder().schedule(unreliable));
        train(profile, 6);
        profile.close();
        assertThat(profile.stepNumber()).isEqualTo(6);
        assertThat(profile.failures())
                .extracting(ProfileFailure::kind)
                .containsExactly(ProfileFailure.Kind.SCHEDULE_FAILED, ProfileFailure.Kind.SCHEDULE_FAILED);
        assertThat(traces.stream().flatMap(trace -> trace.steps().stream()))
                .extracting(StepMark::number)
                .containsExactly(0L, 1L, 4L, 5L);
    }

    @SuppressWarnings("NullAway") // A schedule that answers null is what this is about.
    private static ProfilerAction nothing() {
        return null;
    }

    @Test
    void step_scheduleLeavesAWindowWithoutSaving_throwsItAwayAndTells() {
        Profile profile =
                start(builder().schedule(step -> step % 2 == 0 ? ProfilerAction.RECORD : ProfilerAction.NONE));
        train(profile, 4);
        profile.close();
        assertThat(profile.failureCount(ProfileFailure.Kind.WINDOW_DISCARDED)).isEqualTo(2);
        assertThat(profile.failureCount(ProfileFailure.Kind.SCHEDULE_FAILED)).isEqualTo(2);
        assertThat(profile.failures().get(0).message()).contains("RECORD followed by NONE");
    }

    @Test
    void close_byASynchronousHandler_takesEffectAfterTheStep() {
        List<Profile> self = new ArrayList<>();
        Profile profile = start(builder()
                .schedule(step -> ProfilerAction.RECORD_AND_SAVE)
                .onTraceReady(trace -> self.get(0).close()));
        self.add(profile);
        train(profile, 1);
        assertThat(profile.isRunning()).isFalse();
        assertThat(Recorder.current()).isNull();
        assertThat(traces.get(0).steps()).extracting(StepMark::number).containsExactly(0L);
        assertThat(start(builder()).isRunning()).isTrue();
    }

    @Test
    void handler_withAToStringThatThrows_failsAlone() {
        TraceHandler bad = new TraceHandler() {
            @Override
            public void onTraceReady(Trace trace) {
                throw new IllegalStateException("on purpose");
            }

            @Override
            public String toString() {
                throw new IllegalStateException("in toString() too");
            }
        };
        Profile profile = start(
                Profile.builder().synchronousDelivery(true).onTraceReady(bad).onTraceReady(traces::add));
        profile.close();
        assertThat(traces).hasSize(1);
        assertThat(profile.failureCount(ProfileFailure.Kind.HANDLER_FAILED)).isEqualTo(1);
    }

    @Test
    void handler_throws_reachesNeitherTheLoopNorTheNextHandler() {
        Profile profile = start(Profile.builder()
                .synchronousDelivery(true)
                .schedule(windows(2))
                .onTraceReady(trace -> {
                    throw new AssertionError("an error, even");
                })
                .onTraceReady(traces::add));
        train(profile, 10);
        assertThat(traces).hasSize(2);
        assertThat(profile.failures()).hasSize(2).allSatisfy(failure -> {
            assertThat(failure.kind()).isEqualTo(ProfileFailure.Kind.HANDLER_FAILED);
            assertThat(failure.cause().orElseThrow()).hasMessage("an error, even");
        });
    }

    @Test
    void metadata_addedAndPreset_isInTheWindowsItBelongsTo() {
        Profile profile = start(builder().schedule(windows(2)));
        profile.presetMetadataJson("model", "{\"layers\": 3}");
        profile.addMetadata("note", "first \"window\"");
        train(profile, 5);
        profile.addMetadataJson("lr", "0.1");
        train(profile, 5);
        assertThat(addedKeys(traces.get(0))).containsExactlyInAnyOrder("model", "note");
        assertThat(traces.get(0).metadata().get("note")).satisfies(value -> {
            assertThat(value.text()).isEqualTo("first \"window\"");
            assertThat(value.isJson()).isFalse();
        });
        assertThat(addedKeys(traces.get(1))).containsExactlyInAnyOrder("model", "lr");
        assertThat(traces.get(1).metadata().get("lr").isJson()).isTrue();
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void metadata_nullOrKeyTooLong_isIgnoredAndCounted() {
        Profile profile = start(builder());
        profile.addMetadata(null, "value");
        profile.addMetadataJson("key", null);
        profile.presetMetadataJson("key", null);
        profile.addMetadata("k".repeat(Label.MAX_LENGTH + 1), "value");
        profile.close();
        assertThat(traces.get(0).metadata()).doesNotContainKey("key");
        assertThat(profile.failureCount(ProfileFailure.Kind.METADATA_IGNORED)).isEqualTo(4);
    }

    @Test
    void trace_ofEachWindow_hasAnIdOfItsOwnAndSaysWhereItComesFrom() {
        DistributedInfo info = new DistributedInfo(1, 4, "gloo", "node7");
        Profile profile = start(builder().distributed(info).schedule(windows(2)));
        train(profile, 10);
        assertThat(traces).extracting(Trace::id).doesNotHaveDuplicates().allMatch(id -> id.matches("[0-9A-F]{32}"));
        Trace trace = traces.get(0);
        assertThat(trace.distributedInfo()).contains(info);
        assertThat(trace.process().pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(trace.process().host()).isNotEmpty();
    }

    @Test
    void counters_recordedOnSeveralThreads_makeOneGraphInTheOrderOfTime() throws Exception {
        Counter loss = Counter.of("loss");
        Trace trace = Recorded.trace(() -> {
            loss.record(3);
            Recorded.onNewThread("other", () -> {
                loss.record(2);
                return "";
            });
            loss.record(Double.NaN);
        });
        assertThat(trace.counters()).singleElement().satisfies(counter -> {
            assertThat(counter.name()).isEqualTo("loss");
            assertThat(List.of(counter.value(0), counter.value(1), counter.value(2)))
                    .containsExactly(3.0, 2.0, Double.NaN);
            assertThat(List.of(counter.nanos(0), counter.nanos(1), counter.nanos(2)))
                    .isSorted();
        });
        assertThat(trace.account().written()).isEqualTo(3);
    }

    @Test
    void lastTrace_andKeyAverages_areThoseOfTheLastWindow() {
        Profile profile = start(builder().schedule(windows(2)));
        assertThat(profile.lastTrace()).isEmpty();
        assertThat(profile.keyAverages().rows()).isEmpty();
        train(profile, 10);
        assertThat(profile.lastTrace()).containsSame(traces.get(1));
        assertThat(profile.keyAverages().get("work 7")).isPresent();
        assertThat(profile.keyAverages().get("[steps]").orElseThrow().count()).isEqualTo(3);
    }

    @Test
    void keyAverages_accumulated_areThoseOfAllWindows() {
        ProfileBuilder everyStep = Profile.builder().schedule(step -> ProfilerAction.RECORD_AND_SAVE);
        try (Profile profile = start(everyStep.synchronousDelivery(true).accumulateAverages(true))) {
            for (int step = 0; step < 5; step++) {
                Scope.open("work").close();
                profile.step();
            }
            assertThat(profile.keyAverages().get("work").orElseThrow().count()).isEqualTo(5);
            assertThat(KeyAverages.of(profile.lastTrace().orElseThrow())
                            .get("work")
                            .orElseThrow()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void failures_moreThanAreListed_areStillCounted() {
        Profile profile = builder().build();
        for (int i = 0; i < Defaults.MAX_FAILURES + 50; i++) {
            profile.step();
        }
        assertThat(profile.failures()).hasSize(Defaults.MAX_FAILURES);
        assertThat(profile.failureCount()).isEqualTo(Defaults.MAX_FAILURES + 50);
    }

    static Stream<Arguments> outOfRange() {
        return Stream.of(
                wrong(
                        "maxEvents = 0 is not allowed: must be ",
                        builder -> builder.limits(limits -> limits.withMaxEvents(0))),
                wrong(
                        "maxEvents = 2000000001 is not allowed: must be ",
                        builder -> builder.limits(limits -> limits.withMaxEvents(2_000_000_001))),
                wrong(
                        "maxBufferBytes = 65535 is not allowed: must be ",
                        builder -> builder.limits(limits -> limits.withMaxBufferBytes(65_535))),
                wrong(
                        "maxPendingBytes = 0 is not allowed: must be ",
                        builder -> builder.delivery(delivery -> delivery.withMaxPendingBytes(0))),
                wrong(
                        "deliveryWait = PT-1S is not allowed: must be 0 or more and at most PT8760H",
                        builder -> builder.delivery(delivery -> delivery.withDeliveryWait(Duration.ofSeconds(-1)))),
                wrong(
                        "exitTimeout = PT8784H is not allowed: must be ",
                        builder -> builder.delivery(delivery -> delivery.withExitTimeout(Duration.ofDays(366)))),
                wrong(
                        "handlerTimeout = PT0S is not allowed: must be more than 0 and at most PT8760H",
                        builder -> builder.delivery(delivery -> delivery.withHandlerTimeout(Duration.ZERO))),
                wrong(
                        "closeTimeout = PT-1S is not allowed: must be ",
                        builder -> builder.delivery(delivery -> delivery.withCloseTimeout(Duration.ofSeconds(-1)))),
                wrong(
                        "closeTimeout = PT8784H is not allowed: must be ",
                        builder -> builder.delivery(delivery -> delivery.withCloseTimeout(Duration.ofDays(366)))));
    }

    private static Arguments wrong(String message, Consumer<ProfileBuilder> setter) {
        return Arguments.of(message, setter);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("outOfRange")
    void builder_valueOutOfRange_namesParameterAndValue(String message, Consumer<ProfileBuilder> setter) {
        assertThatThrownBy(() -> setter.accept(Profile.builder()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }
}
