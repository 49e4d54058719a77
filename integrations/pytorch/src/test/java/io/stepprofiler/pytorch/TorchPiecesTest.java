package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.stepprofiler.History;
import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.Scope;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.journal.JournalOptions;
import io.stepprofiler.nativeaccess.torch.TorchLibrary;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations that are delivered while their window is open. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
@Tag("long")
class TorchPiecesTest {
    private static final int STEPS = 12;
    private static TinyMlp mlp;

    private final List<Trace> traces = new CopyOnWriteArrayList<>();

    /** What a source delivers piece by piece, counted. */
    private record Counted(TorchSource source, AtomicInteger pieces) implements ActivitySource {
        Counted() {
            this(TorchSource.create(), new AtomicInteger());
        }

        @Override
        public Activity activity() {
            return source.activity();
        }

        @Override
        public boolean collectsWhileOpen() {
            return source.collectsWhileOpen();
        }

        @Override
        public void prepare() {
            source.prepare();
        }

        @Override
        public ActivityRecording start(RecordingOptions options) {
            ActivityRecording recording = source.start(options);
            return new ActivityRecording() {
                @Override
                public void stop() {
                    recording.stop();
                }

                @Override
                public void collectSoFar(ActivitySink sink) {
                    recording.collectSoFar(sink);
                    pieces.incrementAndGet();
                }

                @Override
                public void collect(ActivitySink sink) {
                    recording.collect(sink);
                }
            };
        }
    }

    @BeforeAll
    static void warmUp() {
        mlp = Recorded.warmMlp();
    }

    private Profile start(UnaryOperator<ProfileBuilder> options) {
        return options.apply(Profile.builder())
                .recordShapes(true)
                .profileMemory(true)
                .onTraceReady(traces::add)
                .start();
    }

    private static void step(Profile profile) {
        try (Scope ignored = Scope.open("step's work")) {
            mlp.step();
        }
        profile.step();
    }

    private Trace snapshot(Profile profile) {
        int before = traces.size();
        profile.snapshot("because");
        await().until(() -> traces.size() > before);
        return traces.get(before);
    }

    private static long operationsIn(Trace trace, StepMark step) {
        return Recorded.events(trace).stream()
                .filter(event -> !event.name().equals("step's work"))
                .filter(event -> event.startNanos() >= step.startNanos()
                        && event.endNanos() <= step.startNanos() + step.durationNanos())
                .count();
    }

    @Test
    void snapshotsOfAHistory_haveTheOperationsOfAllStepsThatAreKept() {
        Profile profile = start(builder -> builder.source(TorchSource.create()).history(History.ofSteps(7)));
        try (profile) {
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < STEPS; j++) {
                    step(profile);
                }
                Trace trace = snapshot(profile);
                List<StepMark> ended = trace.steps().stream()
                        .filter(step -> !step.unfinished())
                        .toList();
                assertThat(ended).hasSize(7);
                assertThat(ended.stream().map(step -> operationsIn(trace, step)).distinct())
                        .singleElement()
                        .satisfies(count -> assertThat(count).isGreaterThan(150));
                assertThat(trace.account().droppedTotal()).isZero();
                assertThat(Recorded.note(trace, "torch.shapes")).isEqualTo("ok");
            }
        }
        assertThat(profile.failures()).isEmpty();
    }

    /** Each reading of the clock is right to a microsecond, and between two a time is no worse. */
    @Test
    void timesOfOperationsReadInPieces_areThoseOfTheClockToAMicrosecond(@TempDir Path directory) {
        Counted source = new Counted();
        long[][] around = new long[STEPS][2];
        try (NDManager memory = mlp.manager().newSubManager();
                Profile profile = start(builder -> builder.source(source)
                        .journal(JournalOptions.in(directory)
                                .withMemoryBytes(0)
                                .withFlushEvery(Duration.ofMillis(10))))) {
            NDArray array = memory.ones(new Shape(3));
            for (int i = 0; i < STEPS; i++) {
                around[i][0] = System.nanoTime();
                array.neg().close();
                around[i][1] = System.nanoTime();
                int before = source.pieces().get();
                await().pollInterval(Duration.ofMillis(1))
                        .until(() -> source.pieces().get() > before);
            }
            profile.step();
        }
        List<TraceEvent> operations = Recorded.events(traces.get(0)).stream()
                .filter(event -> event.name().equals("aten::neg"))
                .toList();
        assertThat(operations).hasSize(STEPS);
        for (int i = 0; i < STEPS; i++) {
            assertThat(operations.get(i).startNanos()).isBetween(around[i][0] - 1000, around[i][1]);
            assertThat(operations.get(i).endNanos()).isBetween(around[i][0], around[i][1] + 1000);
        }
    }

    @Test
    void windowLongerThanItsBudget_losesNothingIfItIsRead(@TempDir Path directory) {
        Counted source = new Counted(TorchSource.create().withBudgetBytes(2 << 20), new AtomicInteger());
        int perRound = 2000;
        int rounds = 6;
        try (NDManager memory = mlp.manager().newSubManager();
                Profile profile = Profile.builder()
                        .source(source)
                        .journal(JournalOptions.in(directory).withMemoryBytes(0).withFlushEvery(Duration.ofMillis(10)))
                        .onTraceReady(traces::add)
                        .start()) {
            NDArray array = memory.ones(new Shape(3));
            for (int i = 0; i < rounds; i++) {
                for (int j = 0; j < perRound; j++) {
                    array.neg().close();
                }
                int before = source.pieces().get();
                await().pollInterval(Duration.ofMillis(1))
                        .until(() -> source.pieces().get() > before + 1);
                assertThat(TorchLibrary.heldBytes()).isLessThanOrEqualTo(2 << 20);
            }
            profile.step();
        }
        Trace trace = traces.get(0);
        assertThat(trace.account().droppedTotal()).isZero();
        assertThat(Recorded.names(trace).stream().filter("aten::neg"::equals)).hasSize(rounds * perRound);
    }
}
