package io.stepprofiler.djl;

import static io.stepprofiler.djl.TrainingProgram.LENET_INPUT;
import static io.stepprofiler.djl.TrainingProgram.MLP_INPUT;
import static io.stepprofiler.djl.TrainingProgram.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.Model;
import ai.djl.metric.Metrics;
import ai.djl.nn.Parameter;
import ai.djl.nn.SequentialBlock;
import ai.djl.training.EasyTrain;
import ai.djl.training.Trainer;
import ai.djl.training.TrainingConfig;
import ai.djl.training.listener.EvaluatorTrainingListener;
import ai.djl.training.listener.TrainingListenerAdapter;
import com.sun.jna.Pointer;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.child.OwnProcess;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.schedule.ProfilerAction;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.CounterTrack;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilingListenerTest {
    private static final String OPTIMIZER = "Optimizer.step#Trainer.step";
    private static final String LOADING = "enumerate(DataLoader)#Trainer.iterateDataset.__next__";

    private final List<Trace> traces = Collections.synchronizedList(new ArrayList<>());
    private final ProfileBuilder builder = Profile.builder()
            .schedule(Schedule.builder().wait(1).warmup(1).active(3).repeat(2).build())
            .onTraceReady(traces::add);

    @TempDir
    private Path dir;

    @Test
    void fit_withListener_hasThePhasesOfEachStepInItsStep() throws Exception {
        TrainingProgram.fit(TrainingProgram.mlp(), MLP_INPUT, config(ProfilingListener.of(builder)), 1, 12, 0);
        assertThat(traces).hasSize(2);
        assertThat(traces).allSatisfy(trace -> {
            assertThat(trace.steps()).hasSize(3);
            assertThat(counts(trace))
                    .isEqualTo(
                            Map.of(LOADING, 3L, "forward", 3L, "loss and backward", 3L, "metrics", 3L, OPTIMIZER, 3L));
            for (StepMark step : trace.steps()) {
                assertThat(inside(trace, step))
                        .extracting(TraceEvent::name)
                        .containsExactly(LOADING, "forward", "loss and backward", "metrics", OPTIMIZER);
            }
            assertThat(trace.events())
                    .filteredOn(event -> event.kind() == EventKind.DATA_LOADER)
                    .extracting(TraceEvent::name)
                    .containsOnly(LOADING)
                    .hasSize(3);
            assertThat(trace.memory().size()).as("memory, not asked for").isZero();
        });
    }

    @Test
    void phases_ofAStep_followEachOtherWithoutOverlap() throws Exception {
        TrainingProgram.fit(TrainingProgram.leNet(), LENET_INPUT, config(ProfilingListener.of(builder)), 1, 8, 0);
        List<TraceEvent> events = traces.get(0).events();
        for (int i = 1; i < events.size(); i++) {
            TraceEvent before = events.get(i - 1);
            assertThat(events.get(i).startNanos()).isGreaterThanOrEqualTo(before.startNanos() + before.durationNanos());
        }
        assertThat(events).hasSizeGreaterThan(10);
    }

    @Test
    void loop_ofTheProgramsOwn_hasThePhasesThatDjlTimes() throws Exception {
        TrainingProgram.loop(
                TrainingProgram.mlp(), MLP_INPUT, config(ProfilingListener.of(builder)), 12, trainer -> {});
        assertThat(traces).hasSize(2);
        assertThat(counts(traces.get(1))).isEqualTo(Map.of(LOADING, 3L, "forward", 3L, OPTIMIZER, 3L));
    }

    @Test
    void counters_withEvaluators_areWhatDjlComputed() throws Exception {
        Metrics metrics = new Metrics();
        try (Model model = TrainingProgram.model(TrainingProgram.mlp());
                Trainer trainer =
                        model.newTrainer(config(new EvaluatorTrainingListener(), ProfilingListener.of(builder)))) {
            trainer.setMetrics(metrics);
            trainer.initialize(MLP_INPUT);
            EasyTrain.fit(trainer, 1, TrainingProgram.data(model.getNDManager(), MLP_INPUT, 6), null);
        }
        Trace trace = traces.get(0);
        assertThat(counters(trace)).containsOnlyKeys("loss", "Accuracy", "batch size", "samples/s", "epochs");
        List<Float> losses = metrics.getMetric("train_all_SoftmaxCrossEntropyLoss").stream()
                .map(metric -> metric.getValue().floatValue())
                .toList();
        assertThat(counters(trace).get("loss")).extracting(Double::floatValue).isEqualTo(losses.subList(2, 5));
        assertThat(counters(trace).get("batch size")).hasSize(3).allMatch(size -> size == MLP_INPUT.get(0));
        assertThat(counters(trace).get("samples/s"))
                .hasSize(3)
                .allSatisfy(rate -> assertThat(rate).isPositive());
    }

    @Test
    void metrics_ofTheUser_haveWhatTheyHaveWithoutTheListener() throws Exception {
        Metrics metrics = new Metrics();
        try (Model model = TrainingProgram.model(TrainingProgram.mlp())) {
            Trainer trainer = model.newTrainer(config(ProfilingListener.of(builder)));
            trainer.setMetrics(metrics);
            trainer.initialize(MLP_INPUT);
            EasyTrain.fit(trainer, 1, TrainingProgram.data(model.getNDManager(), MLP_INPUT, 6), null);
            trainer.close();
            assertThat(trainer.getMetrics()).isSameAs(metrics);
        }
        assertThat(metrics.getMetricNames())
                .containsExactlyInAnyOrder("forward", "backward", "training-metrics", "step");
        assertThat(metrics.getMetricNames())
                .allSatisfy(name -> assertThat(metrics.getMetric(name)).hasSize(6));
    }

    @Test
    void metrics_ofAUserWithout_areNoneAfterTheTraining() throws Exception {
        List<Trainer> trainers = new ArrayList<>();
        TrainingProgram.loop(TrainingProgram.mlp(), MLP_INPUT, config(ProfilingListener.of(builder)), 3, trainers::add);
        assertThat(trainers.get(0).getMetrics()).isNull();
    }

    @Test
    void validation_betweenEpochs_isAPhaseAndNoStep() throws Exception {
        ProfileBuilder whole = Profile.builder()
                .onTraceReady(traces::add)
                .schedule(step -> step < 7 ? ProfilerAction.RECORD : ProfilerAction.RECORD_AND_SAVE);
        TrainingProgram.fit(TrainingProgram.mlp(), MLP_INPUT, config(ProfilingListener.of(whole)), 2, 4, 2);
        Trace trace = traces.get(0);
        assertThat(trace.steps()).hasSize(8);
        assertThat(counts(trace)).containsEntry(OPTIMIZER, 8L).containsEntry("validation", 2L);
        assertThat(inside(trace, trace.steps().get(4)))
                .extracting(TraceEvent::name)
                .containsExactly(
                        "validation", "validation", LOADING, "forward", "loss and backward", "metrics", OPTIMIZER);
        assertThat(counters(trace).get("epochs")).containsExactly(0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0);
    }

    @Test
    void training_thatFails_deliversItsWindow() {
        ProfilingListener listener = ProfilingListener.of(builder);
        int[] steps = {0};
        assertThatThrownBy(() ->
                        TrainingProgram.loop(TrainingProgram.mlp(), MLP_INPUT, config(listener), 12, trainer -> {
                            if (++steps[0] == 4) {
                                throw new IllegalStateException("out of luck");
                            }
                        }))
                .hasMessage("out of luck");
        assertThat(traces).hasSize(1);
        assertThat(traces.get(0).isPartial()).isTrue();
        assertThat(traces.get(0).steps()).hasSize(2);
    }

    @Test
    void forward_thatFails_isAPhaseAndThrowsAsEver() {
        int[] calls = {0};
        SequentialBlock block = new SequentialBlock().add(TrainingProgram.mlp()).add(arrays -> {
            // Once while the block is made.
            if (++calls[0] > 1) {
                throw new IllegalArgumentException("no such shape");
            }
            return arrays;
        });
        TrainingConfig config = config(ProfilingListener.of(Profile.builder().onTraceReady(traces::add)));
        assertThatThrownBy(() -> TrainingProgram.loop(block, MLP_INPUT, config, 2, trainer -> {}))
                .hasMessage("no such shape");
        assertThat(counts(traces.get(0))).isEqualTo(Map.of("forward", 1L));
    }

    @Test
    void trainers_oneAfterTheOther_haveAProfileEach() throws Exception {
        ProfilingListener listener = ProfilingListener.of(builder);
        for (int i = 0; i < 2; i++) {
            TrainingProgram.loop(TrainingProgram.mlp(), MLP_INPUT, config(listener), 6, trainer -> {});
        }
        assertThat(traces).hasSize(2);
        assertThat(traces).allSatisfy(trace -> assertThat(trace.steps()).hasSize(3));
        assertThat(listener.unprofiledTrainers()).isZero();
    }

    @Test
    void trainers_atOnce_leaveTheProfileToTheFirst() throws Exception {
        ProfilingListener listener = ProfilingListener.of(builder);
        try (Model other = TrainingProgram.model(TrainingProgram.mlp())) {
            TrainingProgram.loop(TrainingProgram.mlp(), MLP_INPUT, config(listener), 6, trainer -> {
                try (Trainer second = other.newTrainer(config(listener))) {
                    assertThat(second.getMetrics()).isNull();
                }
            });
        }
        assertThat(listener.unprofiledTrainers()).isEqualTo(6);
        assertThat(listener.failureCount()).isZero();
        assertThat(traces).hasSize(1);
        assertThat(traces.get(0).steps()).hasSize(3);
    }

    @Test
    void trainer_whileAnotherProfileRuns_trainsUnprofiled() throws Exception {
        ProfilingListener listener = ProfilingListener.of(builder);
        try (Profile running = Profile.builder().start()) {
            TrainingProgram.loop(TrainingProgram.mlp(), MLP_INPUT, config(listener), 6, trainer -> {});
            assertThat(running.stepNumber()).isZero();
        }
        assertThat(listener.unprofiledTrainers()).isEqualTo(1);
        assertThat(traces).isEmpty();
    }

    @Test
    void listener_toADirectory_writesTwoWindowsAndTheLedger() throws Exception {
        TrainingProgram.fit(TrainingProgram.mlp(), MLP_INPUT, config(ProfilingListener.to(dir)), 1, 20, 0);
        try (Stream<Path> files = Files.list(dir)) {
            assertThat(files)
                    .extracting(file -> file.toString().replaceFirst(".*\\d", ""))
                    .containsExactlyInAnyOrder(".pt.trace.json.gz", ".pt.trace.json.gz", ".steps");
        }
    }

    @Test
    void process_thatExitsInAWindow_writesIt() throws Exception {
        assertThat(OwnProcess.run(List.of(), UnclosedTraining.class, dir.toString())
                        .exit())
                .isEqualTo(3);
        try (Stream<Path> files = Files.list(dir)) {
            assertThat(files)
                    .extracting(file -> file.toString().replaceFirst(".*\\d", ""))
                    .containsExactlyInAnyOrder(".pt.trace.json.gz", ".steps");
        }
    }

    @Test
    void memory_ofTheModelAndItsBatches_hasItsCategories() throws Exception {
        TrainingProgram.fit(
                TrainingProgram.mlp(), MLP_INPUT, config(ProfilingListener.of(builder.profileMemory(true))), 1, 6, 0);
        Map<MemoryCategory, List<MemoryEvent>> categorized = memory(traces.get(0)).stream()
                .filter(event -> event.action() == MemoryAction.CATEGORIZE)
                .collect(Collectors.groupingBy(MemoryEvent::category));
        assertThat(categorized)
                .containsOnlyKeys(MemoryCategory.PARAMETER, MemoryCategory.GRADIENT, MemoryCategory.INPUT);
        assertThat(addresses(categorized.get(MemoryCategory.PARAMETER))).hasSize(4);
        assertThat(addresses(categorized.get(MemoryCategory.GRADIENT))).hasSize(4);
        assertThat(categorized.get(MemoryCategory.INPUT)).hasSize(6);
    }

    @Test
    void memory_ofParameters_isAtTheAddressTold() throws Exception {
        Set<Float> expected = new HashSet<>();
        Set<Float> found = new HashSet<>();
        // The trainer closes the profile, which waits for this, before the model is closed.
        ProfileBuilder reading = Profile.builder()
                .profileMemory(true)
                .onTraceReady(trace -> memory(trace).stream()
                        .filter(event -> event.category() == MemoryCategory.PARAMETER)
                        .forEach(event -> found.add(new Pointer(event.address()).getFloat(0))));
        TrainingProgram.loop(TrainingProgram.mlp(), MLP_INPUT, config(ProfilingListener.of(reading)), 3, trainer -> {
            expected.clear();
            for (Parameter parameter :
                    trainer.getModel().getBlock().getParameters().values()) {
                expected.add(parameter.getArray().toFloatArray()[0]);
            }
        });
        assertThat(found).hasSize(4).isEqualTo(expected);
    }

    @Test
    void listener_thatFailsItself_countsAndTrainsOn() throws Exception {
        ProfilingListener listener = ProfilingListener.of(builder);
        TrainingListenerAdapter breaking = new TrainingListenerAdapter() {
            @Override
            public void onTrainingBegin(Trainer trainer) {
                trainer.setMetrics(new Metrics() {
                    @Override
                    public void addMetric(String name, Number value) {
                        assertThat(name).isNotEmpty();
                    }
                });
            }
        };
        TrainingProgram.loop(
                TrainingProgram.mlp(),
                MLP_INPUT,
                config(breaking, listener),
                6,
                trainer -> trainer.getMetrics().addMetric("forward", (Number) null));
        assertThat(listener.failureCount()).isEqualTo(6);
        assertThat(traces).hasSize(1);
    }

    private static Map<String, Long> counts(Trace trace) {
        return trace.events().stream().collect(Collectors.groupingBy(TraceEvent::name, Collectors.counting()));
    }

    private static List<TraceEvent> inside(Trace trace, StepMark step) {
        return trace.events().stream()
                .filter(event -> event.startNanos() >= step.startNanos()
                        && event.startNanos() + event.durationNanos() <= step.startNanos() + step.durationNanos())
                .toList();
    }

    private static Map<String, List<Double>> counters(Trace trace) {
        return trace.counters().stream().collect(Collectors.toMap(CounterTrack::name, ProfilingListenerTest::values));
    }

    private static List<Double> values(CounterTrack track) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < track.size(); i++) {
            values.add(track.value(i));
        }
        return values;
    }

    private static List<MemoryEvent> memory(Trace trace) {
        List<MemoryEvent> events = new ArrayList<>();
        for (int i = 0; i < trace.memory().size(); i++) {
            events.add(trace.memory().event(i));
        }
        return events;
    }

    private static Set<Long> addresses(List<MemoryEvent> events) {
        return events.stream().map(MemoryEvent::address).collect(Collectors.toSet());
    }
}
