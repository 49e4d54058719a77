package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.event.Collective;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.recording.Recorder;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class ActivitiesTest {
    private static final Set<Activity> CPU = Set.of(Activity.CPU);
    private static final Set<Activity> JVM = Set.of(Activity.JVM);
    private static final Communication REDUCE = Communication.of("gloo", Collective.REDUCE);
    private final List<Trace> traces = new ArrayList<>();

    private ProfileBuilder builder() {
        return Profile.builder().synchronousDelivery(true).profileMemory(true).onTraceReady(traces::add);
    }

    private Trace last() {
        return traces.get(traces.size() - 1);
    }

    private static void everything() {
        Scope.open("scope").close();
        ModuleScope.open("module", "Module").close();
        REDUCE.open(1, ElementType.FLOAT).close();
        DataLoader.open("loader").close();
        Counter.of("counter").record(1);
        Memory.allocated(1, 1);
    }

    private static long recorded(Trace trace) {
        return trace.account().begun();
    }

    @Test
    void supportedActivities_ofEveryProfile_areTheProcessAndItsVirtualMachine() {
        assertThat(Profile.supportedActivities()).containsExactlyInAnyOrder(Activity.CPU, Activity.JVM);
    }

    @ParameterizedTest
    @EnumSource(Activity.class)
    void of_nameInEitherCase_isTheActivity(Activity activity) {
        assertThat(Activity.of(activity.name())).isEqualTo(activity);
        assertThat(Activity.of(activity.name().toLowerCase(Locale.ROOT))).isEqualTo(activity);
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void of_unknownName_isRefusedAndSaysWhatThereIs() {
        assertThatThrownBy(() -> Activity.of("xpu"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("activity = xpu is not allowed: must be one of cpu, jvm, cuda");
        assertThatThrownBy(() -> Activity.of(null)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void activities_none_recordNothingButSteps() {
        ScriptedSource source = ScriptedSource.of(Activity.JVM);
        try (Profile profile = builder()
                .activities(Set.of())
                .source(source)
                .schedule(Schedule.builder().active(2).repeat(1).build())
                .start()) {
            everything();
            profile.step();
            profile.step();
        }
        assertThat(recorded(last())).isZero();
        assertThat(last().steps()).hasSize(2);
        assertThat(source.calls).isEmpty();
    }

    @Test
    void activities_unsupported_areRefusedAndSayWhatIsAllowed() {
        assertThatThrownBy(() -> builder().activities(Set.of(Activity.CUDA)).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("activities = [CUDA] is not allowed: must be of [CPU, JVM]");
    }

    @Test
    void activities_ofASource_areSupportedByItsProfile() {
        ScriptedSource source = ScriptedSource.of(Activity.CUDA);
        builder().source(source).activities(Set.of(Activity.CUDA)).start().close();
        assertThat(source.calls).containsExactly("start", "stop", "collect");
    }

    @Test
    void activity_typesOfAnother_areRefused() {
        assertThatThrownBy(() -> builder().activity(Activity.JVM, Set.of(ActivityType.SCOPE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SCOPE is part of CPU, not of JVM");
    }

    @Test
    void activity_givenTwice_isRefused() {
        ProfileBuilder builder = builder().activity(Activity.CPU, Set.of(ActivityType.SCOPE));
        assertThatThrownBy(() -> builder.activity(Activity.CPU, Set.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("it was given before");
    }

    @Test
    void activity_thatIsNotRecorded_isRefused() {
        assertThatThrownBy(() -> builder()
                        .activity(Activity.CUDA, Set.of(ActivityType.CUDA_SOURCE))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("activity = [CUDA] is not allowed");
        assertThatThrownBy(() -> builder()
                        .activities(JVM)
                        .activity(Activity.CPU, Set.of(ActivityType.SCOPE))
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("activity = [CPU] is not allowed");
    }

    @ParameterizedTest
    @EnumSource(
            value = ActivityType.class,
            mode = Mode.EXCLUDE,
            names = {"CPU_SOURCE", "JVM_SOURCE", "CUDA_SOURCE"})
    void activity_oneType_recordsThatAlone(ActivityType type) {
        try (Profile profile = builder().activity(Activity.CPU, Set.of(type)).start()) {
            everything();
            assertThat(profile.isRunning()).isTrue();
        }
        assertThat(recorded(last())).isEqualTo(1);
    }

    @Test
    void withModules_false_leavesThemOut() {
        try (Profile profile = builder().withModules(false).start()) {
            everything();
            profile.toggleTypes(true, Set.of(ActivityType.MODULE));
            assertThat(profile.failureCount(ProfileFailure.Kind.TOGGLE_IGNORED)).isEqualTo(1);
            everything();
        }
        assertThat(Recorded.names(last())).doesNotContain("module");
        assertThat(recorded(last())).isEqualTo(10);
    }

    @Test
    void toggle_offAndOnInAWindow_recordsWhileOn() {
        try (Profile profile = builder().start()) {
            Scope.open("on").close();
            profile.toggleCollection(false, CPU);
            everything();
            profile.toggleCollection(true, CPU);
            Scope.open("on again").close();
        }
        assertThat(Recorded.names(last())).containsExactly("on", "on again");
        assertThat(recorded(last())).isEqualTo(2);
    }

    @Test
    void toggle_offWithScopesOpen_keepsTheirEnds() {
        long after;
        try (Profile profile = builder().start()) {
            Scope scope = Scope.open("scope");
            long token = Scope.begin(Label.of("token"));
            long handed = Scope.begin(Label.of("handed over"));
            profile.toggleCollection(false, CPU);
            Scope.end(handed);
            Scope.end(token);
            scope.arg("key", 1).close();
            after = System.nanoTime();
        }
        long end = after;
        assertThat(last().events()).hasSize(3).allSatisfy(event -> {
            assertThat(event.unfinished()).isFalse();
            assertThat(event.endNanos()).isLessThanOrEqualTo(end);
        });
        assertThat(Recorded.event(last(), "scope").arguments()).containsEntry("key", 1L);
        assertThat(last().account().anomalies()).isEmpty();
    }

    @Test
    void toggle_scopesOff_leavesTheOthersOn() {
        try (Profile profile = builder().start()) {
            profile.toggleTypes(false, Set.of(ActivityType.SCOPE));
            everything();
        }
        assertThat(Recorded.names(last())).hasSize(3).doesNotContain("scope");
        assertThat(recorded(last())).isEqualTo(5);
    }

    @Test
    void toggle_sourcesInAWindow_stopsAndStartsThemAndCollectsEachPart() {
        ScriptedSource source = ScriptedSource.collecting(sink -> sink.sample("sample", 1, 1));
        try (Profile profile = builder().source(source).start()) {
            profile.toggleCollection(false, JVM);
            assertThat(source.calls).containsExactly("start", "stop");
            profile.toggleCollection(true, JVM);
            profile.toggleCollection(true, JVM);
        }
        assertThat(source.calls).containsExactly("start", "stop", "start", "stop", "collect", "collect");
        assertThat(last().counters().get(0).size()).isEqualTo(2);
    }

    @Test
    void toggle_beforeStart_countsFromTheFirstWindow() {
        Profile profile = builder().build();
        profile.toggleCollection(false, CPU);
        profile.start();
        everything();
        profile.close();
        assertThat(recorded(last())).isZero();
    }

    @Test
    void toggle_betweenWindows_countsForTheNext() {
        try (Profile profile = builder()
                .schedule(
                        Schedule.builder().wait(1).warmup(1).active(1).repeat(3).build())
                .start()) {
            for (int step = 0; step < 9; step++) {
                Scope.open("scope " + step).close();
                if (step == 3) {
                    profile.toggleCollection(false, CPU);
                }
                if (step == 6) {
                    profile.toggleCollection(true, CPU);
                }
                profile.step();
            }
        }
        assertThat(traces)
                .extracting(Recorded::names)
                .containsExactly(List.of("scope 2"), List.of(), List.of("scope 8"));
    }

    @Test
    void toggle_inWarmup_countsForItsWindow() {
        try (Profile profile = builder()
                .schedule(Schedule.builder().warmup(1).active(1).repeat(1).build())
                .start()) {
            profile.toggleCollection(false, CPU);
            assertThat(Recorder.current()).isNull();
            profile.step();
            everything();
            profile.step();
        }
        assertThat(recorded(last())).isZero();
    }

    @Test
    void toggle_ofWhatIsNotRecorded_isIgnoredAndTold() {
        assertToggle(1, profile -> profile.toggleCollection(true, Set.of(Activity.CUDA)));
        assertToggle(1, profile -> profile.toggleTypes(true, Set.of(ActivityType.CUDA_SOURCE)));
        assertToggle(0, profile -> profile.toggleCollection(false, Set.of()));
        assertToggle(0, profile -> profile.toggleTypes(false, Set.of()));
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void toggle_null_isIgnoredAndTold() {
        assertToggle(1, profile -> profile.toggleCollection(true, null));
        assertToggle(1, profile -> profile.toggleTypes(true, null));
    }

    @Test
    void toggle_inPartOfWhatIsNotRecorded_doesTheRestAndTells() {
        Profile profile = builder().start();
        try (profile) {
            profile.toggleCollection(false, Set.of(Activity.CPU, Activity.CUDA));
            Scope.open("not recorded").close();
            profile.toggleTypes(true, Set.of(ActivityType.SCOPE, ActivityType.CUDA_SOURCE));
            Scope.open("recorded").close();
        }
        assertThat(Recorded.names(last())).containsExactly("recorded");
        assertThat(profile.failureCount(ProfileFailure.Kind.TOGGLE_IGNORED)).isEqualTo(2);
    }

    private void assertToggle(long told, Consumer<Profile> toggling) {
        Profile profile = builder().start();
        try (profile) {
            toggling.accept(profile);
            Scope.open("recorded").close();
        }
        assertThat(profile.failureCount(ProfileFailure.Kind.TOGGLE_IGNORED)).isEqualTo(told);
        assertThat(Recorded.names(last())).containsExactly("recorded");
    }

    @Test
    void toggle_byAHandler_countsFromTheNextWindow() {
        List<Profile> self = new ArrayList<>();
        try (Profile profile = builder()
                .schedule(step -> ProfilerAction.RECORD_AND_SAVE)
                .onTraceReady(trace -> self.get(0).toggleCollection(trace.eventCount() == 0, CPU))
                .start()) {
            self.add(profile);
            for (int step = 0; step < 4; step++) {
                Scope.open("scope").close();
                profile.step();
            }
        }
        assertThat(traces).extracting(Trace::eventCount).startsWith(1L, 0L, 1L, 0L);
    }

    @Test
    void toggle_onAnotherThreadDuringSteps_losesNoStepAndTheAccountsAddUp() throws Exception {
        int steps = 2000;
        AtomicBoolean over = new AtomicBoolean();
        ScriptedSource source = ScriptedSource.collecting(sink -> sink.sample("sample", 1, 1));
        Profile profile = builder()
                .source(source)
                .schedule(Schedule.builder().warmup(1).active(3).build())
                .start();
        Thread toggling = new Thread(() -> {
            for (boolean on = false; !over.get(); on = !on) {
                profile.toggleCollection(on, CPU);
                profile.toggleCollection(on, JVM);
            }
        });
        toggling.start();
        for (int step = 0; step < steps; step++) {
            Scope scope = Scope.open("outer");
            long token = Scope.begin(Label.of("token"));
            everything();
            Scope.end(token);
            scope.close();
            profile.step();
        }
        over.set(true);
        toggling.join();
        profile.close();
        assertThat(profile.stepNumber()).isEqualTo(steps);
        assertThat(profile.failures()).isEmpty();
        assertThat(traces).hasSize(steps / 4);
        assertThat(traces).allSatisfy(trace -> {
            assertThat(trace.steps()).hasSize(3);
            assertThat(trace.account().dropped()).isEmpty();
            assertThat(trace.account().unfinished()).isEmpty();
        });
        assertThat(source.calls.stream().filter("start"::equals).count())
                .isEqualTo(source.calls.stream().filter("stop"::equals).count());
    }

    @Test
    void toggle_manyTimesInAWindow_leavesEachPartTimeToBeCollected() {
        AtomicBoolean first = new AtomicBoolean(true);
        // Longer than an equal share of the time that all parts have.
        ScriptedSource source = ScriptedSource.collecting(sink -> {
            if (first.getAndSet(false)) {
                LockSupport.parkNanos(40_000_000);
            }
        });
        Profile profile = builder()
                .source(source)
                .delivery(options -> options.withPostProcessingTimeout(Duration.ofSeconds(10)))
                .start();
        for (int i = 0; i < 1000; i++) {
            profile.toggleCollection(i % 2 != 0, JVM);
        }
        profile.close();
        assertThat(source.calls.stream().filter("collect"::equals).count()).isGreaterThan(400);
        assertThat(profile.failures()).isEmpty();
    }

    @Test
    void source_onTheThreadsOfTheProcess_isStarted() {
        ScriptedSource source = ScriptedSource.of(Activity.CPU);
        Profile.builder().source(source).start().close();
        assertThat(source.calls).contains("start", "stop");
    }

    @Test
    void activity_ofWhatAnOptionSwitchesOff_isRefused() {
        ProfileBuilder memory = Profile.builder().activity(Activity.CPU, Set.of(ActivityType.MEMORY));
        assertThatThrownBy(memory::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("MEMORY needs profileMemory(true)");
    }
}
