package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.stepprofiler.Profile;
import io.stepprofiler.nativeaccess.torch.TorchLibrary;
import io.stepprofiler.nativeaccess.torch.TorchWindow;
import io.stepprofiler.schedule.Schedule;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Windows that come and go. */
class TorchWindowsTest {
    private static TinyMlp mlp;

    @BeforeAll
    static void warmUp() {
        Recorded.assumeNativeLibrary();
        mlp = new TinyMlp();
        mlp.step();
    }

    @AfterAll
    static void close() {
        if (mlp != null) {
            mlp.close();
        }
    }

    @Test
    void manyWindowsInARow_eachHaveTheOperationsOfTheirStepAndKeepNoMemory() {
        int windows = 200;
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
        for (int i = 0; i < 50; i++) {
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
        assertThat(seen).isGreaterThan(50 * 19);
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
        assertThat(second.log(0).begun()).isGreaterThan(150);
        first.release();
        second.release();
    }

    @Test
    void windowReleasedWhileOpen_isClosedSoThatAnotherCanBeOpened() {
        TorchLibrary.open(true, false, false, 1 << 20).orElseThrow().release();
        TorchWindow next = TorchLibrary.open(true, false, false, 1 << 20).orElseThrow();
        mlp.step();
        next.close();
        assertThat(next.log(0).begun()).isGreaterThan(150);
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
}
