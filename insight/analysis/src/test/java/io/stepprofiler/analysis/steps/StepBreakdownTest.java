package io.stepprofiler.analysis.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import io.stepprofiler.analysis.breakdown.ConcurrentCost;
import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class StepBreakdownTest {
    private static final int END = 300;

    private final TraceBuilder builder = new TraceBuilder();
    private final TrackBuilder main = builder.thread(1, "main");

    private void event(EventKind kind, String name, long start, long duration) {
        main.add(builder.nameId(name, kind, ""), start, duration);
    }

    private void step(long number, long start, long duration) {
        builder.step(new StepMark(number, start, duration, 1, false));
    }

    private StepBreakdown only() {
        List<StepBreakdown> all = new Breakdowns(new WindowWalk(builder.build())).all();
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @Test
    void of_aPauseOfTheVirtualMachine_comesBeforeAllElse() {
        step(0, 0, 100);
        event(EventKind.DATA_LOADER, "enumerate(DataLoader)#x.__next__", 10, 50);
        TrackBuilder gc = builder.lane("GC");
        gc.add(builder.nameId("G1New (System.gc())", EventKind.VIRTUAL_MACHINE, ""), 0, 100);
        gc.add(builder.nameId("GC Pause", EventKind.VIRTUAL_MACHINE, ""), 50, 20);
        assertThat(only().nanos()).contains(entry(StepCategory.VM_PAUSE, 20L), entry(StepCategory.DATA_WAIT, 40L));
    }

    @Test
    void of_aCallStackOfManyFunctionsAroundTheStep_phasesAreWhatIsInside() {
        step(0, 100, 100);
        for (int depth = 0; depth < 20; depth++) {
            event(EventKind.SCOPE, "train.py(" + depth + "): f", depth, 300 - 2L * depth);
        }
        event(EventKind.SCOPE, "forward", 102, 40);
        event(EventKind.SCOPE, "backward", 145, 50);
        assertThat(only().phases()).contains(entry("forward", 40L), entry("backward", 50L));
    }

    @Test
    void of_backwardOperationsOnAnotherThread_areAPhaseWhereTheStepsThreadIsInNothing() {
        step(0, 0, 100);
        event(EventKind.SCOPE, "aten::mm", 0, 30);
        main.sequence(0, 5, -1);
        TrackBuilder autograd = builder.thread(2, "pt_autograd_0");
        autograd.add(builder.nameId("MmBackward0"), 20, 40);
        autograd.sequence(0, 5, 1);
        autograd.add(builder.nameId("torch::autograd::AccumulateGrad"), 60, 20);
        builder.thread(3, "loader").add(builder.nameId("decode"), 0, 100);

        StepBreakdown step = only();
        assertThat(step.phases()).containsOnly(entry("aten::mm", 30L), entry("backward on another thread", 50L));
        assertThat(step.of(StepCategory.PHASE)).isEqualTo(80);
        assertThat(step.of(StepCategory.UNACCOUNTED)).isEqualTo(20);
    }

    @Test
    void of_aCollectiveOnAnotherThread_isCommunicationWhereTheStepsThreadDoesNothing() {
        step(0, 0, 100);
        event(EventKind.SCOPE, "train.py(1): train", 0, 70);
        event(EventKind.SCOPE, "augment", 0, 20);
        event(EventKind.SCOPE, "<built-in method run_backward of object>", 20, 50);
        event(EventKind.SCOPE, "aten::mm", 25, 10);
        TrackBuilder gloo = builder.thread(2, "gloo");
        gloo.add(builder.nameId("gloo:all_reduce", EventKind.COMMUNICATION, ""), 10, 80);

        StepBreakdown step = only();
        assertThat(step.of(StepCategory.COMMUNICATION)).isEqualTo(5 + 35 + 20);
        assertThat(step.of(StepCategory.PHASE)).isEqualTo(20 + 10);
        assertThat(step.of(StepCategory.UNACCOUNTED)).isEqualTo(10);
    }

    @Test
    void of_aCollectiveOnAnotherThread_isBesideAStepWhoseProcessorTimeIsKnown() {
        builder.step(new StepMark(0, 0, 100, 1, false, 90));
        builder.thread(2, "gloo").add(builder.nameId("gloo:all_reduce", EventKind.COMMUNICATION, ""), 10, 80);

        StepBreakdown step = only();
        assertThat(step.of(StepCategory.COMMUNICATION)).isZero();
        assertThat(step.of(StepCategory.UNACCOUNTED)).isEqualTo(100);
    }

    @Test
    void of_aScopeAroundEachStep_itsPartsAreThePhases() {
        for (int i = 0; i < 3; i++) {
            step(i, 100L * i, 100);
            event(EventKind.SCOPE, "train", 100L * i + 1, 98);
            event(EventKind.SCOPE, "forward", 100L * i + 2, 40);
            event(EventKind.SCOPE, "conv", 100L * i + 3, 30);
            event(EventKind.SCOPE, "backward", 100L * i + 50, 40);
        }
        assertThat(new Breakdowns(new WindowWalk(builder.build())).all())
                .allSatisfy(each -> assertThat(each.phases())
                        .containsOnly(entry("forward", 40L), entry("backward", 40L), entry("train", 18L)))
                .allSatisfy(
                        each -> assertThat(each.of(StepCategory.UNACCOUNTED)).isEqualTo(2));
    }

    @Test
    void of_theScopeThatAllOfEachStepIsInside_itsPartsAreThePhasesHoweverShortItIs() {
        for (int i = 0; i < 3; i++) {
            step(i, 100L * i, 100);
            event(EventKind.SCOPE, "train", 100L * i + 20, 70);
            event(EventKind.SCOPE, "forward", 100L * i + 22, 30);
            event(EventKind.SCOPE, "backward", 100L * i + 60, 25);
        }
        assertThat(new Breakdowns(new WindowWalk(builder.build())).all())
                .allSatisfy(each -> assertThat(each.phases())
                        .containsOnly(entry("forward", 30L), entry("backward", 25L), entry("train", 15L)));
    }

    @ParameterizedTest
    @CsvSource({"SCOPE, forward, 2", "WAIT, Monitor enter, 92", "SCOPE, log, 92"})
    void of_aScopeWithAnotherEventBesideItInOneStep_isThePhase(EventKind kind, String beside, long at) {
        for (int i = 0; i < 3; i++) {
            step(i, 100L * i, 100);
            event(EventKind.SCOPE, "forward", 100L * i + 20, 70);
            event(EventKind.SCOPE, "conv", 100L * i + 21, 65);
        }
        event(kind, beside, 200 + at, 5);
        assertThat(new Breakdowns(new WindowWalk(builder.build())).all())
                .allSatisfy(
                        each -> assertThat(each.phases()).containsKey("forward").doesNotContainKey("conv"));
    }

    @Test
    void of_aScopeAroundEachStepWithLittleInside_isThePhase() {
        step(0, 0, 100);
        event(EventKind.SCOPE, "train", 0, 100);
        event(EventKind.SCOPE, "log", 10, 5);
        assertThat(only().phases()).containsOnly(entry("train", 100L));
    }

    @Test
    void of_whatOthersDo_isBesideTheSum() {
        step(0, 0, 100);
        builder.lane("JIT compiler").add(builder.nameId("C2 compilation", EventKind.VIRTUAL_MACHINE, ""), 50, 100);
        builder.thread(2, "loader")
                .add(builder.nameId("enumerate(DataLoader)#x.__next__", EventKind.DATA_LOADER, ""), 0, 70);
        StepBreakdown step = only();
        assertThat(step.concurrent())
                .contains(entry(ConcurrentCost.COMPILATION, 50L), entry(ConcurrentCost.DATA_LOADING, 70L));
        assertThat(step.of(StepCategory.UNACCOUNTED)).isEqualTo(100);
    }

    @Test
    void of_eventsWithoutEnd_areNoTimeAndWhatIsInsideThemIs() {
        step(0, 0, 100);
        step(1, 100, 100);
        main.unfinished(main.add(builder.nameId("epoch"), 0, END));
        event(EventKind.DATA_LOADER, "DataLoader", 10, 5);
        main.unfinished(main.add(builder.nameId("DataLoader", EventKind.DATA_LOADER, ""), 20, END));
        event(EventKind.SCOPE, "forward", 130, 60);
        assertThat(new Breakdowns(new WindowWalk(builder.build())).all())
                .extracting(
                        each -> each.of(StepCategory.DATA_WAIT),
                        StepBreakdown::phases,
                        each -> each.of(StepCategory.UNACCOUNTED))
                .containsExactly(tuple(5L, Map.of(), 95L), tuple(0L, Map.of("forward", 60L), 40L));
    }

    @Test
    void of_aStepWithoutEnd_isLeftOut() {
        builder.step(new StepMark(0, 0, 100, 1, true));
        assertThat(new Breakdowns(new WindowWalk(builder.build())).all()).isEmpty();
    }

    @Test
    void of_aStepOfAThreadWithoutTrack_isUnaccounted() {
        builder.step(new StepMark(0, 0, 100, 7, false));
        assertThat(only().of(StepCategory.UNACCOUNTED)).isEqualTo(100);
    }

    private record Event(EventKind kind, String name, long start, long duration) {
        boolean isOpenAt(long nanos) {
            return start <= nanos && nanos < start + duration;
        }
    }

    static List<Long> seeds() {
        return new Random(1).longs(200).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void of_anyTrace_givesEachNanosecondToTheFirstCategory(long seed) {
        Random random = new Random(seed);
        List<Event> events = new ArrayList<>();
        List<Event> pauses = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            events.add(randomEvent(random));
            if (random.nextInt(4) == 0) {
                pauses.add(new Event(
                        EventKind.VIRTUAL_MACHINE,
                        random.nextBoolean() ? "GC Pause" : "VM operation (Cleanup)",
                        random.nextInt(END),
                        random.nextInt(10)));
            }
        }
        events.forEach(each -> event(each.kind, each.name, each.start, each.duration));
        pauses.forEach(each -> builder.lane("Safepoints " + each.start)
                .add(builder.nameId(each.name, each.kind, ""), each.start, each.duration));
        for (int i = 0; i < 3; i++) {
            step(i, random.nextInt(END), random.nextInt(120));
        }
        // One in which nothing is, so that nothing is around each of them.
        step(3, END + 200, 10);
        Trace trace = builder.build();

        List<Event> ordered = trace.events().stream()
                .filter(each -> each.trackId() == 1)
                .map(each -> new Event(each.kind(), each.name(), each.startNanos(), each.durationNanos()))
                .toList();
        for (StepBreakdown each : new Breakdowns(new WindowWalk(trace)).all()) {
            Map<StepCategory, Long> expected = new EnumMap<>(StepCategory.class);
            Map<String, Long> phases = new HashMap<>();
            StepMark step = each.step();
            for (long t = step.startNanos(); t < step.startNanos() + step.durationNanos(); t++) {
                StepCategory category = naive(t, ordered, pauses, phases);
                expected.merge(category, 1L, Long::sum);
            }
            for (StepCategory category : StepCategory.values()) {
                assertThat(each.of(category)).as("%s", category).isEqualTo(expected.getOrDefault(category, 0L));
            }
            assertThat(each.phases()).isEqualTo(phases);
            assertThat(each.nanos().values().stream().mapToLong(Long::longValue).sum())
                    .isEqualTo(step.durationNanos());
        }
    }

    private static Event randomEvent(Random random) {
        long start = random.nextInt(END);
        long duration = random.nextInt(80);
        return switch (random.nextInt(10)) {
            case 0 -> new Event(EventKind.DATA_LOADER, "load", start, duration);
            case 1 -> new Event(EventKind.COMMUNICATION, "all_reduce", start, duration);
            case 2 -> new Event(EventKind.RUNTIME, "cudaStreamSynchronize", start, duration);
            case 3 -> new Event(EventKind.WAIT, "Monitor enter (X)", start, duration);
            case 4 -> new Event(EventKind.WAIT, "Sleep", start, duration);
            case 5 -> new Event(EventKind.WAIT, "Park (Y)", start, duration);
            case 6 -> new Event(EventKind.WAIT, "File write", start, duration);
            default -> new Event(EventKind.SCOPE, "phase " + random.nextInt(4), start, duration);
        };
    }

    private static StepCategory naive(long nanos, List<Event> events, List<Event> pauses, Map<String, Long> phases) {
        if (pauses.stream().anyMatch(each -> each.isOpenAt(nanos))) {
            return StepCategory.VM_PAUSE;
        }
        Map<String, StepCategory> byName = Map.of(
                "load", StepCategory.DATA_WAIT,
                "all_reduce", StepCategory.COMMUNICATION,
                "cudaStreamSynchronize", StepCategory.DEVICE_WAIT,
                "Monitor enter (X)", StepCategory.LOCK,
                "Sleep", StepCategory.SLEEP,
                "Park (Y)", StepCategory.PARK,
                "File write", StepCategory.INPUT_OUTPUT);
        for (StepCategory category : StepCategory.values()) {
            if (events.stream().anyMatch(each -> each.isOpenAt(nanos) && byName.get(each.name) == category)) {
                return category;
            }
        }
        List<Event> scopes =
                events.stream().filter(each -> each.kind == EventKind.SCOPE).toList();
        for (int i = 0; i < scopes.size(); i++) {
            if (scopes.get(i).isOpenAt(nanos) && !isOutlasted(scopes, i, nanos)) {
                phases.merge(scopes.get(i).name, 1L, Long::sum);
                return StepCategory.PHASE;
            }
        }
        return StepCategory.UNACCOUNTED;
    }

    /** By an event that began later, by now, while this was open, and ends later. */
    private static boolean isOutlasted(List<Event> events, int index, long now) {
        Event event = events.get(index);
        return events.subList(index + 1, events.size()).stream()
                .anyMatch(later -> later.start <= now
                        && later.start < event.start + event.duration
                        && later.start + later.duration > event.start + event.duration);
    }
}
