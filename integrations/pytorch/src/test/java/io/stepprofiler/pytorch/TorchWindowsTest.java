package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assumptions.assumeThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.stepprofiler.Profile;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.nativeaccess.torch.TorchLibrary;
import io.stepprofiler.nativeaccess.torch.TorchWindow;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Windows that come and go. */
@Tag("long")
class TorchWindowsTest {
    private static TinyMlp mlp;

    @BeforeAll
    static void warmUp() {
        mlp = Recorded.warmMlp();
    }

    @Test
    void manyWindowsInARow_eachHaveTheOperationsOfTheirStepAndKeepNoMemory() {
        int windows = 40;
        List<Integer> counts = new ArrayList<>();
        try (Profile profile = Profile.builder()
                .schedule(Schedule.builder().warmup(1).active(1).repeat(windows).build())
                .source(TorchSource.create())
                .recordShapes(true)
                .profileMemory(true)
                .synchronousDelivery(true)
                .onTraceReady(trace -> counts.add(Recorded.events(trace).size()))
                .start()) {
            for (int i = 0; i < 2 * windows; i++) {
                mlp.step();
                profile.step();
            }
            assertThat(profile.failures()).isEmpty();
        }
        assertThat(counts).hasSize(windows).containsOnly(counts.get(0));
        assertThat(counts.get(0)).isGreaterThan(150);
        assertThat(TorchLibrary.heldBytes()).isLessThan(2 << 20);
    }

    @Test
    void windowsSwitchedWhileAnotherThreadRunsOperations_haveOnlyWhatLiesInThem() throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicInteger rounds = new AtomicInteger();
        Thread worker = new Thread(() -> {
            try (NDManager memory = mlp.manager().newSubManager()) {
                NDArray a = memory.ones(new Shape(3, 3));
                while (!isOver.get()) {
                    a.matMul(a).close();
                    rounds.incrementAndGet();
                }
            }
        });
        worker.start();
        int seen = 0;
        for (int i = 0; i < 15; i++) {
            Trace trace = Recorded.withMemory(() -> {
                int before = rounds.get();
                while (worker.isAlive() && rounds.get() < before + 20) {
                    Thread.onSpinWait();
                }
            });
            assertThat(Recorded.events(trace)).allSatisfy(event -> {
                assertThat(event.startNanos()).isBetween(start(trace), end(trace));
                assertThat(event.endNanos()).isBetween(start(trace), end(trace));
            });
            seen += Recorded.events(trace).size();
        }
        isOver.set(true);
        worker.join();
        assertThat(seen).isGreaterThan(15 * 19);
    }

    private static long start(Trace trace) {
        return trace.start().monotonicNanos();
    }

    private static long end(Trace trace) {
        return trace.end().monotonicNanos();
    }

    @Test
    void windowClosedTwice_doesNotCloseTheOneThatFollows() {
        TorchWindow first = TorchLibrary.open(true, false, false, 1 << 20).orElseThrow();
        first.close();
        TorchWindow second = TorchLibrary.open(true, false, false, 1 << 20).orElseThrow();
        first.close();
        mlp.step();
        second.close();
        assertThat(begun(second)).isGreaterThan(150);
        first.release();
        second.release();
    }

    private static long begun(TorchWindow window) {
        return window.read(true).logs().get(0).counts().begun();
    }

    @Test
    void windowReleasedWhileOpen_isClosedSoThatAnotherCanBeOpened() {
        TorchLibrary.open(true, false, false, 1 << 20).orElseThrow().release();
        TorchWindow next = TorchLibrary.open(true, false, false, 1 << 20).orElseThrow();
        mlp.step();
        next.close();
        assertThat(begun(next)).isGreaterThan(150);
        next.release();
    }

    @Test
    void operationsOfVirtualThreads_areOnTheTrackOfTheirCarrier() throws Exception {
        assumeThat(Runtime.version().feature()).isGreaterThanOrEqualTo(21);
        try (NDManager memory = mlp.manager().newSubManager()) {
            NDArray a = memory.ones(new Shape(7));
            Trace trace = Recorded.withShapes(() -> ((Thread) Thread.class
                            .getMethod("startVirtualThread", Runnable.class)
                            .invoke(null, (Runnable) a::neg))
                    .join());
            TraceEvent operation = Recorded.first(trace, "aten::neg");
            assertThat(operation.trackId()).isGreaterThan(1L << 32);
        }
    }

    private static List<Trace> sampled(int every, int active, int windows) {
        List<Trace> traces = new ArrayList<>();
        try (Profile profile = Profile.builder()
                .schedule(Schedule.builder().active(active).repeat(windows).build())
                .source(TorchSource.create().everyNthStep(every))
                .profileMemory(true)
                .synchronousDelivery(true)
                .onTraceReady(traces::add)
                .start()) {
            for (int i = 0; i < active * windows; i++) {
                mlp.step();
                profile.step();
            }
            assertThat(profile.failures()).isEmpty();
        }
        return traces;
    }

    private static boolean isIn(StepMark step, long nanos) {
        return nanos >= step.startNanos() && nanos < step.startNanos() + step.durationNanos();
    }

    private static long operationsIn(Trace trace, StepMark step) {
        return Recorded.events(trace).stream()
                .filter(event -> isIn(step, event.startNanos()))
                .count();
    }

    private static long memoryEventsIn(Trace trace, StepMark step) {
        return IntStream.range(0, trace.memory().size())
                .filter(i -> isIn(step, trace.memory().nanos(i)))
                .count();
    }

    @Test
    void everyNthStep_hasTheOperationsOfTheFirstStepAndOfEveryNthAfterItAndSaysSo() {
        List<Trace> traces = sampled(3, 7, 2);
        long whole = operationsIn(traces.get(0), traces.get(0).steps().get(0));
        assertThat(whole).isGreaterThan(150);
        assertThat(traces)
                .hasSize(2)
                .allSatisfy(trace -> assertThat(trace.steps())
                        .extracting(step -> operationsIn(trace, step))
                        .containsExactly(whole, 0L, 0L, whole, 0L, 0L, whole));
        assertThat(traces.get(0).steps())
                .extracting(step -> memoryEventsIn(traces.get(0), step))
                .allSatisfy(count -> assertThat(count).isGreaterThan(10));
        assertThat(traces.get(1).account().anomalies()).contains(entry(Anomaly.STEP_NOT_SAMPLED, 4L));
        assertThat(Recorded.note(traces.get(1), "torch.steps"))
                .isEqualTo(
                        "one step in 3: 3 of 7, steps 7, 10, 13; the others have no operations, and only memory of the"
                                + " thread that steps");
    }

    @Test
    void everyNthStep_whereNobodySteps_isEverything() throws Exception {
        Trace trace = Recorded.traceOf(TorchSource.create().everyNthStep(3), builder -> builder, () -> {
            mlp.step();
            mlp.step();
        });
        assertThat(Recorded.names(trace)).filteredOn("aten::addmm"::equals).hasSizeGreaterThanOrEqualTo(2);
        assertThat(Recorded.note(trace, "torch.steps")).isEmpty();
    }

    @Test
    void everyNthStep_ofLessThanOne_isRefused() {
        assertThatThrownBy(() -> TorchSource.create().everyNthStep(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("everyNthStep = 0 is not allowed: must be at least 1");
    }
}
