package io.stepprofiler.agent.djl;

import static io.stepprofiler.djl.TrainingProgram.LENET_INPUT;
import static io.stepprofiler.djl.TrainingProgram.MLP_INPUT;
import static io.stepprofiler.djl.TrainingProgram.config;
import static io.stepprofiler.djl.TrainingProgram.fit;
import static io.stepprofiler.djl.TrainingProgram.leNet;
import static io.stepprofiler.djl.TrainingProgram.loop;
import static io.stepprofiler.djl.TrainingProgram.mlp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import ai.djl.Model;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Block;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.listener.EvaluatorTrainingListener;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.agent.weaving.Weaver;
import io.stepprofiler.agent.weaving.WeavingStatus;
import io.stepprofiler.agent.woven.StepListener;
import io.stepprofiler.agent.woven.WovenSteps;
import io.stepprofiler.djl.TrainingProgram;
import io.stepprofiler.djl.recording.NativeLayer;
import io.stepprofiler.djl.recording.WovenSource;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.pytorch.TorchSource;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.bytebuddy.agent.ByteBuddyAgent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Programs that know nothing of the profiler, on DJL's PyTorch engine. */
class DjlWeavingTest {
    private static final String OPTIMIZER = "Optimizer.step#Trainer.step";
    private static final String LOADING = "enumerate(DataLoader)#BulkDataIterable.__next__";
    private static final List<String> WARNINGS = Collections.synchronizedList(new ArrayList<>());
    private static List<WeavingStatus> statuses;

    private final List<Trace> traces = Collections.synchronizedList(new ArrayList<>());
    private final ProfileBuilder builder = Profile.builder()
            .schedule(Schedule.builder().wait(1).warmup(1).active(3).repeat(2).build())
            .onTraceReady(traces::add);

    @BeforeAll
    static void weave() {
        statuses = Weaver.install(
                        ByteBuddyAgent.install(),
                        List.of(new DjlWeaving(true), new DjlOperations(true)),
                        WARNINGS::add,
                        woven -> {})
                .statuses();
    }

    @AfterEach
    void stopStepping() {
        WovenSteps.listener(StepListener.NONE);
    }

    /** A native library that records memory. */
    private record Layer(boolean recordsOperations, String status) implements NativeLayer {
        @Override
        public boolean recordsMemory() {
            return true;
        }
    }

    /** A program to be profiled. */
    private interface Program {
        void run() throws Exception;
    }

    private void profile(Program program) throws Exception {
        profile(true, NativeLayer.ABSENT, program);
    }

    private void profile(boolean operations, NativeLayer nativeLayer, Program program) throws Exception {
        try (Profile profile = builder.source(WovenSource.create(operations, nativeLayer, () -> {}))
                .start()) {
            WovenSteps.listener(stepping(profile));
            program.run();
            assertThat(profile.failures()).isEmpty();
        }
    }

    private static StepListener stepping(Profile profile) {
        return new StepListener() {
            @Override
            public void training(String origin) {}

            @Override
            public void stepEnded(String origin) {
                profile.step();
            }
        };
    }

    @Test
    void classes_ofDjl_areAllWoven() throws Exception {
        profile(() -> fit(mlp(), MLP_INPUT, config(new EvaluatorTrainingListener()), 1, 2, 1));
        assertThat(WARNINGS).isEmpty();
        assertThat(statuses).allSatisfy(status -> assertThat(status.failed()).isZero());
        assertThat(statuses.get(0).woven()).isGreaterThanOrEqualTo(8);
        assertThat(statuses.get(1).woven()).isEqualTo(1);
    }

    @Test
    void loop_unmodified_hasItsPhasesInItsSteps() throws Exception {
        profile(false, NativeLayer.ABSENT, () -> loop(mlp(), MLP_INPUT, config(), 12, trainer -> {}));
        assertThat(traces).hasSize(2);
        for (Trace trace : traces) {
            assertSound(trace);
            assertThat(trace.steps()).hasSize(3);
            for (StepMark step : trace.steps()) {
                assertThat(inside(trace, step).filter(event -> event.kind() != EventKind.MODULE))
                        .extracting(TraceEvent::name)
                        .containsExactly(LOADING, LOADING, "fetch batch", "forward", "loss", "backward", OPTIMIZER);
            }
        }
    }

    @Test
    void fit_unmodified_hasMetricsAndValidation() throws Exception {
        profile(
                false,
                NativeLayer.ABSENT,
                () -> fit(mlp(), MLP_INPUT, config(new EvaluatorTrainingListener()), 3, 4, 1));
        assertThat(traces).hasSize(2);
        Map<String, Long> names = counts(traces.get(0), EventKind.SCOPE);
        assertThat(names)
                .containsEntry("forward", 3L)
                .containsEntry("backward", 3L)
                .containsEntry(OPTIMIZER, 3L)
                .containsEntry("evaluate", 1L);
        assertThat(names.get("metrics")).isGreaterThanOrEqualTo(3);
    }

    @Test
    void blocks_ofAModel_areModulesWithPathAndTypeInsideItsForwardPass() throws Exception {
        Block model = new SequentialBlock()
                .add(leNet())
                .add(new SequentialBlock().add(Linear.builder().setUnits(10).build()));
        profile(false, NativeLayer.ABSENT, () -> loop(model, LENET_INPUT, config(), 5, trainer -> {}));
        Trace trace = traces.get(0);
        assertSound(trace);
        assertThat(modules(trace))
                .containsEntry("SequentialBlock", "SequentialBlock")
                .containsEntry("01SequentialBlock", "SequentialBlock")
                .containsEntry("01SequentialBlock.01Conv2d", "Conv2d")
                .containsEntry("01SequentialBlock.02LambdaBlock", "ReLU")
                .containsEntry("01SequentialBlock.05Linear", "Linear")
                .containsEntry("02SequentialBlock.01Linear", "Linear")
                .hasSize(9);
        assertThat(counts(trace, EventKind.MODULE).values()).containsOnly(3L);
        List<TraceEvent> forwards = trace.events().stream()
                .filter(each -> each.name().equals("forward"))
                .toList();
        assertThat(forwards).hasSize(3);
        assertThat(trace.events().stream().filter(each -> each.kind() == EventKind.MODULE))
                .allSatisfy(module -> assertThat(forwards).anyMatch(forward -> contains(forward, module)));
    }

    @Test
    void operations_woven_haveShapesAndAreInTheirBlocks() throws Exception {
        builder.recordShapes(true);
        profile(() -> loop(mlp(), MLP_INPUT, config(), 5, trainer -> {}));
        Trace trace = traces.get(0);
        assertSound(trace);
        assertThat(counts(trace, EventKind.SCOPE))
                .containsEntry("djl::linear", 6L)
                .containsEntry("djl::relu", 3L)
                .containsEntry("djl::backward", 3L)
                .containsEntry("djl::sgdUpdate", 12L)
                .doesNotContainKeys("djl::getShape", "djl::getDataType");
        List<TraceEvent> linear = trace.events().stream()
                .filter(each -> each.name().equals("djl::linear"))
                .toList();
        assertThat(linear.get(0).signature().map(OpSignature::inputDimsText).orElseThrow())
                .contains("16, 784")
                .contains("64, 784");
        TraceEvent block = trace.events().stream()
                .filter(each -> each.name().equals("02Linear"))
                .findFirst()
                .orElseThrow();
        assertThat(contains(block, linear.get(0))).isTrue();
        assertThat(layer(trace)).isEqualTo("woven operations, blocks, trainer phases (no native source)");
    }

    @Test
    void operations_whereTheLibraryReportsThem_areNotWoven() throws Exception {
        NativeLayer present = new Layer(true, "PyTorch 2.7.1");
        builder.profileMemory(true);
        profile(true, present, () -> loop(mlp(), MLP_INPUT, config(), 5, trainer -> {}));
        Trace trace = traces.get(0);
        assertThat(counts(trace, EventKind.SCOPE))
                .containsOnlyKeys("fetch batch", "forward", "loss", "backward", OPTIMIZER);
        assertThat(layer(trace)).isEqualTo("native operations (PyTorch 2.7.1), blocks, trainer phases");
        assertThat(memory(trace)).allMatch(event -> event.action() == MemoryAction.CATEGORIZE);
        assertThat(memory(trace))
                .extracting(MemoryEvent::category)
                .contains(MemoryCategory.PARAMETER, MemoryCategory.GRADIENT, MemoryCategory.INPUT);
    }

    @Test
    void categories_besideTheLibrarysMemory_areOfItsAddresses() throws Exception {
        NativeLayer torch = new Layer(true, "here");
        builder.profileMemory(true).recordShapes(true).source(TorchSource.create());
        profile(true, torch, () -> loop(mlp(), MLP_INPUT, config(), 5, trainer -> {}));
        assumeThat(TorchSource.status().isAvailable()).isTrue();
        Trace trace = traces.get(0);
        Set<Long> allocated = addresses(trace, event -> event.action() == MemoryAction.ALLOCATE);
        assertThat(addresses(trace, event -> event.category() == MemoryCategory.INPUT))
                .isNotEmpty()
                .isSubsetOf(allocated);
        Set<Long> used = storages(trace);
        assertThat(addresses(trace, event -> event.category() == MemoryCategory.PARAMETER))
                .hasSize(4)
                .isSubsetOf(used);
        assertThat(addresses(trace, event -> event.category() == MemoryCategory.GRADIENT))
                .hasSize(4)
                .isSubsetOf(used);
    }

    @Test
    void counters_ofAFit_areWhatDjlComputes() throws Exception {
        profile(() -> fit(mlp(), MLP_INPUT, config(new EvaluatorTrainingListener()), 1, 6, 0));
        Map<String, Integer> samples =
                traces.get(0).counters().stream().collect(Collectors.toMap(CounterTrack::name, CounterTrack::size));
        assertThat(samples).isEqualTo(Map.of("loss", 3, "Accuracy", 3, "batch size", 3, "samples/s", 3));
    }

    @Test
    void counters_ofALoopWithDataOfItsOwn_haveSamplesPerSecond() throws Exception {
        profile(() -> {
            try (Model model = TrainingProgram.model(mlp());
                    Trainer trainer = model.newTrainer(config())) {
                trainer.initialize(MLP_INPUT);
                NDManager manager = model.getNDManager();
                NDList labels = new NDList(manager.zeros(new Shape(MLP_INPUT.get(0))));
                for (int i = 0; i < 5; i++) {
                    try (GradientCollector gradients = trainer.newGradientCollector()) {
                        NDList predictions = trainer.forward(new NDList(manager.ones(MLP_INPUT)));
                        gradients.backward(trainer.getLoss().evaluate(labels, predictions));
                    }
                    trainer.step();
                }
            }
        });
        assertThat(throughputs(traces.get(0))).isEqualTo(3);
    }

    @Test
    void counters_ofAStepWithValidationInIt_haveNoSamplesPerSecond() throws Exception {
        AtomicInteger steps = new AtomicInteger();
        profile(() -> loop(mlp(), MLP_INPUT, config(), 5, trainer -> {
            if (steps.incrementAndGet() == 3) {
                trainer.evaluate(new NDList(trainer.getManager().ones(MLP_INPUT)));
            }
        }));
        assertThat(throughputs(traces.get(0))).isEqualTo(2);
    }

    private static int throughputs(Trace trace) {
        return trace.counters().stream()
                .filter(each -> each.name().equals("samples/s"))
                .mapToInt(CounterTrack::size)
                .sum();
    }

    @Test
    void operations_whileMemoryIsCategorized_areThoseOfTheProgramAlone() throws Exception {
        NativeLayer memoryOnly = new Layer(false, "memory only");
        profile(true, memoryOnly, () -> loop(mlp(), MLP_INPUT, config(), 5, trainer -> {}));
        builder.profileMemory(true);
        profile(true, memoryOnly, () -> loop(mlp(), MLP_INPUT, config(), 5, trainer -> {}));
        assertThat(memory(traces.get(1)))
                .extracting(MemoryEvent::category)
                .contains(MemoryCategory.PARAMETER, MemoryCategory.GRADIENT, MemoryCategory.INPUT);
        assertThat(counts(traces.get(1), EventKind.SCOPE)).isEqualTo(counts(traces.get(0), EventKind.SCOPE));
    }

    @Test
    void arrays_withoutANativeSource_areMemoryThatComesAndGoes() throws Exception {
        builder.profileMemory(true);
        profile(() -> loop(mlp(), MLP_INPUT, config(), 12, trainer -> {}));
        Trace trace = traces.get(1);
        Map<Long, Long> live = new HashMap<>();
        for (MemoryEvent event : memory(trace)) {
            if (event.action() == MemoryAction.ALLOCATE) {
                assertThat(live.put(event.address(), event.bytes())).isNull();
            } else if (event.action() == MemoryAction.FREE) {
                live.remove(event.address());
            }
        }
        long allocated = memory(trace).stream()
                .filter(event -> event.action() == MemoryAction.ALLOCATE)
                .count();
        assertThat(allocated).isGreaterThan(60);
        assertThat(live).hasSizeLessThan((int) allocated / 3);
        assertThat(memory(trace).stream().filter(event -> event.category() == MemoryCategory.PARAMETER))
                .hasSize(4);
    }

    @Test
    void forward_thatFails_throwsAsEverAndLeavesNothingOpen() throws Exception {
        int[] calls = {0};
        Block failing = new SequentialBlock().add(mlp()).add(arrays -> {
            if (++calls[0] > 4) {
                throw new IllegalArgumentException("no such shape");
            }
            return arrays;
        });
        profile(() -> assertThatThrownBy(() -> loop(failing, MLP_INPUT, config(), 9, trainer -> {}))
                .hasMessage("no such shape"));
        assertThat(traces).hasSize(1);
        assertThat(traces.get(0).isPartial()).isTrue();
        assertSound(traces.get(0));
    }

    @Test
    void recording_switchedInsideABlock_staysBalanced() throws Exception {
        AtomicReference<Profile> running = new AtomicReference<>();
        int[] calls = {0};
        Block switching = new SequentialBlock().add(mlp()).add(arrays -> {
            if (running.get() != null) {
                running.get().toggleTypes(++calls[0] % 2 == 0, Set.of(ActivityType.SCOPE, ActivityType.MODULE));
            }
            return arrays;
        });
        try (Profile profile = Profile.builder()
                .onTraceReady(traces::add)
                .source(WovenSource.create(true, NativeLayer.ABSENT, () -> {}))
                .start()) {
            running.set(profile);
            loop(switching, MLP_INPUT, config(), 10, trainer -> {});
            assertThat(profile.failures()).isEmpty();
        }
        assertSound(traces.get(0));
        assertThat(counts(traces.get(0), EventKind.SCOPE)).containsEntry("forward", 5L);
    }

    @Test
    void window_thatBeginsInsideABlock_hasNothingOdd() throws Exception {
        AtomicReference<Profile> running = new AtomicReference<>();
        Block stepping = new SequentialBlock().add(mlp()).add(arrays -> {
            if (running.get() != null) {
                running.get().step();
            }
            return arrays;
        });
        try (Profile profile = builder.source(WovenSource.create(true, NativeLayer.ABSENT, () -> {}))
                .start()) {
            running.set(profile);
            loop(stepping, MLP_INPUT, config(), 12, trainer -> {});
        }
        assertThat(traces).hasSize(2).allSatisfy(trace -> {
            assertThat(trace.account().droppedTotal()).isZero();
            assertThat(counts(trace, EventKind.SCOPE)).containsEntry("backward", 3L);
        });
    }

    @Test
    void batches_madeAheadOfTime_areOnTheThreadsThatMakeThem() throws Exception {
        ExecutorService loader = Executors.newSingleThreadExecutor(task -> new Thread(task, "loader"));
        try {
            profile(
                    false,
                    NativeLayer.ABSENT,
                    () -> loop(mlp(), MLP_INPUT, config().optExecutorService(loader), 12, trainer -> {}));
        } finally {
            loader.shutdown();
        }
        assertThat(traces).hasSize(2).allSatisfy(trace -> {
            assertThat(trace.account().droppedTotal()).isZero();
            List<Track> loading = trace.tracks().stream()
                    .filter(track -> track.name().equals("loader"))
                    .toList();
            assertThat(loading).hasSize(1);
            assertThat(trace.events().stream().filter(event -> event.name().equals("fetch batch")))
                    .isNotEmpty()
                    .allMatch(event -> event.trackId() == loading.get(0).id());
            assertThat(counts(trace, EventKind.DATA_LOADER)).containsEntry(LOADING, 6L);
        });
    }

    @Test
    void trainers_atOnce_areBothRecorded() throws Exception {
        profile(() -> {
            try (Model other = TrainingProgram.model(leNet());
                    Trainer second = other.newTrainer(config())) {
                second.initialize(LENET_INPUT);
                loop(
                        mlp(),
                        MLP_INPUT,
                        config(),
                        5,
                        trainer -> second.evaluate(
                                        new NDList(second.getManager().zeros(LENET_INPUT)))
                                .close());
            }
        });
        assertSound(traces.get(0));
        assertThat(counts(traces.get(0), EventKind.SCOPE))
                .containsEntry("forward", 3L)
                .containsEntry("evaluate", 3L);
        assertThat(modules(traces.get(0))).containsEntry("01Conv2d", "Conv2d").containsEntry("02Linear", "Linear");
    }

    private static void assertSound(Trace trace) {
        assertThat(trace.account().droppedTotal()).isZero();
        assertThat(trace.account().unfinishedTotal()).isZero();
        assertThat(trace.account().anomalies()).isEmpty();
    }

    private static String layer(Trace trace) {
        MetadataValue value = trace.metadata().get(WovenSource.KEY);
        return value.text();
    }

    private static Stream<TraceEvent> inside(Trace trace, StepMark step) {
        return trace.events().stream()
                .filter(event -> event.startNanos() >= step.startNanos()
                        && event.endNanos() <= step.startNanos() + step.durationNanos());
    }

    private static boolean contains(TraceEvent outer, TraceEvent inner) {
        return outer.startNanos() <= inner.startNanos() && inner.endNanos() <= outer.endNanos();
    }

    private static Map<String, Long> counts(Trace trace, EventKind kind) {
        return trace.events().stream()
                .filter(event -> event.kind() == kind)
                .collect(Collectors.groupingBy(TraceEvent::name, Collectors.counting()));
    }

    private static Map<String, String> modules(Trace trace) {
        Map<String, String> types = new HashMap<>();
        for (int name = 0; name < trace.nameCount(); name++) {
            if (trace.kind(name) == EventKind.MODULE) {
                types.put(trace.name(name), trace.moduleType(name));
            }
        }
        return types;
    }

    private static Set<Long> addresses(Trace trace, Predicate<MemoryEvent> which) {
        return memory(trace).stream().filter(which).map(MemoryEvent::address).collect(Collectors.toSet());
    }

    private static Set<Long> storages(Trace trace) {
        Set<Long> all = new HashSet<>();
        for (Track track : trace.tracks()) {
            for (int event = 0; event < track.size(); event++) {
                for (int tensor = 0; tensor < track.tensorCount(event); tensor++) {
                    all.add(track.tensor(event, tensor));
                }
            }
        }
        return all;
    }

    private static List<MemoryEvent> memory(Trace trace) {
        return IntStream.range(0, trace.memory().size())
                .mapToObj(trace.memory()::event)
                .toList();
    }
}
