package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import io.stepprofiler.LiveMemory;
import io.stepprofiler.Profile;
import io.stepprofiler.Scope;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tensors of libtorch in the account of live memory, while the window is open. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
class TorchLiveMemoryTest {
    private static final long BYTES = 13 * 17 * 4L;
    private static TinyMlp mlp;

    private final LiveMemory live = LiveMemory.track();
    private final List<Trace> traces = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void warmUp() {
        mlp = Recorded.warmMlp();
    }

    @AfterEach
    void close() {
        live.close();
    }

    private Profile start() {
        return Profile.builder()
                .source(TorchSource.create())
                .profileMemory(true)
                .onTraceReady(traces::add)
                .start();
    }

    private static long[] bytes(Trace trace) {
        MemoryEvents memory = trace.memory();
        return IntStream.range(0, memory.size()).mapToLong(memory::bytes).toArray();
    }

    @Test
    void tensors_areInTheAccountFromTheirAllocationToTheirEnd() {
        try (Profile ignored = start();
                NDManager memory = mlp.manager().newSubManager()) {
            NDArray kept;
            try (Scope forward = Scope.open("forward")) {
                kept = memory.ones(new Shape(13, 17));
                memory.ones(new Shape(19)).close();
                Trace inside = live.trace();
                assertThat(bytes(inside)).containsExactly(BYTES);
                assertThat(inside.events())
                        .extracting(TraceEvent::name)
                        .startsWith("forward")
                        .contains("aten::empty")
                        .doesNotContain("aten::fill_");
            }
            assertThat(bytes(live.trace())).containsExactly(BYTES);
            kept.close();
            assertThat(bytes(live.trace())).isEmpty();
        }
    }

    @Test
    void tensorFromBeforeTheWindow_isNoMatterWhenItIsClosed() {
        try (NDManager memory = mlp.manager().newSubManager()) {
            NDArray before = memory.ones(new Shape(13, 17));
            try (Profile ignored = start()) {
                before.close();
                assertThat(bytes(live.trace())).isEmpty();
                memory.ones(new Shape(13, 17));
                assertThat(bytes(live.trace())).containsExactly(BYTES);
            }
            assertThat(bytes(live.trace())).isEmpty();
        }
    }

    @Test
    void stepsThatFreeWhatTheyAllocate_leaveNothingAndAreInTheTraceWhole() {
        List<String> unasked = operationsOfSteps(() -> {});
        List<String> asked =
                operationsOfSteps(() -> assertThat(bytes(live.trace())).isEmpty());
        assertThat(asked).isNotEmpty().isEqualTo(unasked);
    }

    private List<String> operationsOfSteps(Runnable afterEach) {
        try (Profile ignored = start()) {
            for (int i = 0; i < 10; i++) {
                mlp.step();
                afterEach.run();
            }
        }
        Trace trace = traces.remove(0);
        assertThat(trace.account().dropped()).isEmpty();
        return Recorded.events(trace).stream().map(TraceEvent::name).sorted().toList();
    }
}
