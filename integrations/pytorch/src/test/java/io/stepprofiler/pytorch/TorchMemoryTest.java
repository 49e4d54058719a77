package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.jni.JniUtils;
import io.stepprofiler.Profile;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory of the tensors of the libtorch that DJL brings. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a profile is used by being open.
class TorchMemoryTest {
    private static TinyMlp mlp;

    @BeforeAll
    static void warmUp() {
        mlp = Recorded.warmMlp();
    }

    private static List<MemoryEvent> memory(Trace trace) {
        return IntStream.range(0, trace.memory().size())
                .mapToObj(trace.memory()::event)
                .toList();
    }

    private static List<MemoryEvent> memory(Trace trace, MemoryAction action) {
        return memory(trace).stream().filter(event -> event.action() == action).toList();
    }

    @Test
    void tensor_madeAndClosed_isAllocatedAndFreedWithItsBytes() throws Exception {
        Trace trace = Recorded.withMemory(() -> {
            try (NDManager memory = mlp.manager().newSubManager()) {
                memory.ones(new Shape(13, 17));
            }
        });
        assertThat(memory(trace).stream().map(MemoryEvent::bytes)).containsExactly(13 * 17 * 4L, -13 * 17 * 4L);
        assertThat(memory(trace).get(0).address())
                .isEqualTo(memory(trace).get(1).address());
        assertThat(memory(trace))
                .allSatisfy(event -> assertThat(event.trackId())
                        .isEqualTo(Thread.currentThread().getId()));
        assertThat(Recorded.note(trace, "torch.memory")).startsWith("ok");
    }

    @Test
    void operations_nameTheMemoryOfTheirTensorsAsItWasAllocated() throws Exception {
        Trace trace = Recorded.withMemory(() -> {
            try (NDManager memory = mlp.manager().newSubManager()) {
                memory.ones(new Shape(13, 17));
            }
        });
        Track track = trace.tracks().get(0);
        int fill = IntStream.range(0, track.size())
                .filter(i -> track.eventName(i).equals("aten::fill_"))
                .findFirst()
                .orElseThrow();
        assertThat(track.tensorCount(fill)).isEqualTo(1);
        assertThat(track.tensor(fill, 0)).isEqualTo(memory(trace).get(0).address());
    }

    @Test
    void loopWithoutALeak_freesEveryPieceThatItAllocates() throws Exception {
        Trace trace = Recorded.withMemory(() -> {
            for (int i = 0; i < 20; i++) {
                mlp.step();
            }
        });
        List<MemoryEvent> allocated = memory(trace, MemoryAction.ALLOCATE);
        assertThat(allocated).hasSizeGreaterThan(20 * 20);
        assertThat(memory(trace, MemoryAction.FREE)).hasSameSizeAs(allocated);
        assertThat(memory(trace).stream().mapToLong(MemoryEvent::bytes).sum()).isZero();
        assertThat(trace.account().anomalies()).isEmpty();
    }

    @Test
    void loopThatKeepsATensorAStep_hasThoseBytesLeft() throws Exception {
        try (NDManager kept = mlp.manager().newSubManager()) {
            Trace trace = Recorded.withMemory(() -> {
                for (int i = 0; i < 5; i++) {
                    mlp.step();
                    kept.ones(new Shape(100));
                }
            });
            assertThat(memory(trace).stream().mapToLong(MemoryEvent::bytes).sum())
                    .isEqualTo(5 * 400);
        }
    }

    @Test
    void otherThreads_areSeenWhileTheyRunOperations() throws Exception {
        try (NDManager memory = mlp.manager().newSubManager()) {
            Thread worker = new Thread(() -> memory.ones(new Shape(33)), "worker");
            Trace trace = Recorded.withMemory(() -> {
                worker.start();
                worker.join();
            });
            assertThat(memory(trace)).singleElement().satisfies(event -> {
                assertThat(event.bytes()).isEqualTo(33 * 4);
                assertThat(event.trackId()).isEqualTo(worker.getId());
            });
        }
    }

    @Test
    void profileThatDoesNotProfileMemory_hasNoMemoryEvents() throws Exception {
        Trace trace = Recorded.withShapes(mlp::step);
        assertThat(memory(trace)).isEmpty();
    }

    @Test
    void memoryOnly_hasNoOperations() throws Exception {
        Trace trace = Recorded.traceOf(TorchSource.memoryOnly(), builder -> builder.profileMemory(true), mlp::step);
        assertThat(memory(trace)).isNotEmpty();
        assertThat(Recorded.events(trace)).isEmpty();
        assertThat(Recorded.note(trace, "torch.operations")).isEqualTo("not asked for");
    }

    @Test
    void memoryOnly_inAProfileThatDoesNotProfileMemory_leavesLibtorchToOthers() throws Exception {
        Trace alone = Recorded.traceOf(TorchSource.memoryOnly(), builder -> builder, mlp::step);
        assertThat(Recorded.note(alone, "torch"))
                .isEqualTo("not recorded: neither operations nor memory are asked for");
        Trace both =
                Recorded.traceOf(TorchSource.memoryOnly(), builder -> builder.source(TorchSource.create()), mlp::step);
        assertThat(Recorded.events(both)).isNotEmpty();
    }

    @Test
    void enginesOwnProfiler_onTheThreadBefore_isLeftAloneAndTheTraceSaysSo(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("legacy.json");
        JniUtils.startProfile(false, true, true);
        Trace trace = Recorded.withMemory(mlp::step);
        JniUtils.stopProfile(file.toString());
        assertThat(file).isNotEmptyFile();
        assertThat(memory(trace)).isEmpty();
        assertThat(Recorded.names(trace)).contains("aten::addmm");
        assertThat(Recorded.note(trace, "torch.memory")).contains("another profiler");
        assertThat(Recorded.note(trace, "torch.losses")).contains("another profiler");
    }

    @Test
    void enginesOwnProfiler_whileAWindowIsOpen_isRefusedByTheEngine() throws Exception {
        Trace trace = Recorded.withMemory(() -> {
            assertThatThrownBy(() -> JniUtils.startProfile(false, true, false)).isInstanceOf(EngineException.class);
            mlp.step();
        });
        assertThat(memory(trace)).isNotEmpty();
    }

    @Test
    void windowClosedByAnotherThread_leavesAReporterThatDoesNothing_andTheNextWindowWorks() throws Exception {
        List<Trace> traces = new ArrayList<>();
        Profile profile = Profile.builder()
                .source(TorchSource.create())
                .profileMemory(true)
                .onTraceReady(traces::add)
                .start();
        mlp.step();
        Thread closer = new Thread(profile::close);
        closer.start();
        closer.join();
        mlp.step();
        assertThat(Recorded.note(traces.get(0), "torch.memory.left")).startsWith("1 reporter");
        Trace next = Recorded.withMemory(mlp::step);
        assertThat(memory(next, MemoryAction.FREE)).isNotEmpty();
        assertThat(Recorded.note(next, "torch.memory.left")).isEmpty();
        Trace last = Recorded.withMemory(() -> {
            try (NDManager memory = mlp.manager().newSubManager()) {
                NDArray array = memory.ones(new Shape(2));
                array.close();
            }
        });
        assertThat(memory(last)).hasSize(2);
    }
}
