package io.stepprofiler.pytorch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.djl.engine.EngineException;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.pytorch.jni.JniUtils;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.Scope;
import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.nesting.ForwardBackward;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceEvent;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations of the libtorch that DJL brings. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
class TorchSourceTest {
    private static TinyMlp mlp;

    @BeforeAll
    static void warmUp() {
        mlp = Recorded.warmMlp();
    }

    @Test
    void status_withLibtorch_saysThatAllWorksAndWithWhich() {
        TorchStatus status = TorchSource.status();
        assertThat(status.isAvailable()).as(status.toString()).isTrue();
        assertThat(List.of(status.operations(), status.shapes(), status.sequenceNumbers(), status.memory()))
                .containsOnly("ok");
        assertThat(status.version()).isEqualTo("2.7.1");
        assertThat(status.path()).endsWith("libtorch_cpu.so");
        assertThat(status.copies()).isEqualTo(1);
    }

    @Test
    void budget_ofLessThanAMebibyte_isRefused() {
        assertThatThrownBy(() -> TorchSource.create().withBudgetBytes(1000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("budgetBytes = 1000 is not allowed: must be at least 1048576");
    }

    @Test
    void step_ofAnMlp_hasOperationsOfForwardAndBackwardWithTheirShapes() throws Exception {
        Trace trace = Recorded.withShapes(mlp::step);
        assertThat(Recorded.events(trace).stream()
                        .filter(event -> event.name().equals("aten::addmm"))
                        .map(event -> event.signature().orElseThrow().inputDimsText()))
                .containsExactly("[[5], [4, 6], [6, 5], [], []]", "[[3], [4, 5], [5, 3], [], []]");
        assertThat(Recorded.events(trace).stream()
                        .filter(event -> event.name().equals("AddmmBackward0"))
                        .map(event -> event.signature().orElseThrow().inputDimsText()))
                .containsExactly("[[4, 3]]", "[[4, 5]]");
        assertThat(trace.account().droppedTotal()).isZero();
        assertThat(Recorded.note(trace, "torch")).startsWith("libtorch 2.7.1 at ");
        assertThat(Recorded.note(trace, "torch.shapes")).isEqualTo("ok");
        assertThat(Recorded.note(trace, "torch.memory")).isEqualTo("not asked for");
        assertThat(Recorded.note(trace, "torch.losses")).isEmpty();
    }

    @Test
    void backwardOperations_areLinkedToTheForwardOperationsThatTheyComeFrom() throws Exception {
        Trace trace = Recorded.withShapes(mlp::step);
        assertThat(ForwardBackward.links(trace).stream()
                        .map(link -> Recorded.at(trace, link.backward()).name() + " < "
                                + Recorded.at(trace, link.forward()).name()))
                .contains(
                        "AddmmBackward0 < aten::addmm",
                        "ReluBackward0 < aten::relu",
                        "NegBackward0 < aten::neg",
                        "TBackward0 < aten::t");
    }

    @Test
    void operations_ofAStep_areThoseThatTheEnginesOwnProfilerSees(@TempDir Path folder) throws Exception {
        List<String> expected = new ArrayList<>();
        Path file = folder.resolve("legacy.json");
        JniUtils.startProfile(false, true, false);
        mlp.step();
        JniUtils.stopProfile(file.toString());
        for (JsonNode event : new ObjectMapper().readTree(file.toFile())) {
            expected.add(event.get("name").asText() + shapes(event.get("shape")));
        }
        Trace trace = Recorded.withShapes(mlp::step);
        List<String> seen = Recorded.events(trace).stream()
                .map(event -> event.name() + shapes(event))
                .toList();
        assertThat(seen).hasSizeGreaterThan(150).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static String shapes(JsonNode legacy) {
        return legacy == null ? "[]" : legacy.toString().replace(",", ", ");
    }

    /** As the engine's profiler writes them, which has nothing for lists. */
    private static String shapes(TraceEvent event) {
        return event.signature().orElse(OpSignature.UNKNOWN).inputs().stream()
                .map(input -> input.kind() == Operand.Kind.TENSOR ? input.dimsText() : "[]")
                .toList()
                .toString();
    }

    @Test
    void inputs_ofManyKinds_areToldAsTheyAre() throws Exception {
        try (NDManager memory = mlp.manager().newSubManager()) {
            NDArray a = memory.ones(new Shape(2, 3));
            NDArray deep = memory.ones(new Shape(1, 2, 1, 3, 1, 2), DataType.INT64);
            Trace trace = Recorded.withShapes(() -> {
                NDArrays.concat(new NDList(a, a, a), 0);
                a.add(2.5);
                deep.neg();
            });
            assertThat(inputs(trace, "aten::cat"))
                    .containsExactly(
                            Operand.tensors(ElementType.FLOAT, List.of(Dims.of(2, 3), Dims.of(2, 3), Dims.of(2, 3))),
                            Operand.scalar("0"));
            assertThat(inputs(trace, "aten::add"))
                    .startsWith(Operand.tensor(ElementType.FLOAT, Dims.of(2, 3)))
                    .hasSize(3);
            assertThat(Recorded.first(trace, "aten::add")
                            .signature()
                            .orElseThrow()
                            .overload())
                    .isEqualTo("Tensor");
            assertThat(inputs(trace, "aten::neg"))
                    .containsExactly(Operand.tensor(ElementType.INT64, Dims.of(1, 2, 1, 3, 1, 2)));
        }
    }

    private static List<Operand> inputs(Trace trace, String name) {
        return Recorded.first(trace, name).signature().orElseThrow().inputs();
    }

    @Test
    void sparseTensors_haveTheirShapes() throws Exception {
        try (NDManager memory = mlp.manager().newSubManager()) {
            NDArray sparse = memory.createCoo(
                    FloatBuffer.wrap(new float[] {7, 8}), new long[][] {{0, 1}, {1, 2}}, new Shape(2, 3));
            Trace trace = Recorded.withShapes(sparse::toDense);
            assertThat(inputs(trace, "aten::to_dense")).startsWith(Operand.tensor(ElementType.FLOAT, Dims.of(2, 3)));
        }
    }

    @Test
    void profileThatDoesNotRecordShapes_hasNamesOnly() throws Exception {
        Trace trace = Recorded.trace(builder -> builder, mlp::step);
        assertThat(inputs(trace, "aten::addmm")).isEmpty();
        assertThat(Recorded.first(trace, "AddmmBackward0").sequenceNumber()).isNotNegative();
        assertThat(Recorded.note(trace, "torch.shapes")).isEqualTo("not asked for");
    }

    @Test
    void operations_lieWithinTheScopesAroundThem() throws Exception {
        try (NDManager memory = mlp.manager().newSubManager()) {
            NDArray a = memory.ones(new Shape(2, 3));
            Trace trace = Recorded.withShapes(() -> {
                for (int i = 0; i < 100; i++) {
                    try (Scope ignored = Scope.open("around " + i)) {
                        a.neg();
                    }
                }
            });
            List<TraceEvent> events = Recorded.events(trace);
            assertThat(events).hasSize(200);
            for (int i = 0; i < 100; i++) {
                TraceEvent scope = events.get(2 * i);
                TraceEvent operation = events.get(2 * i + 1);
                assertThat(List.of(scope.name(), operation.name())).containsExactly("around " + i, "aten::neg");
                assertThat(operation.startNanos()).isGreaterThanOrEqualTo(scope.startNanos());
                assertThat(operation.endNanos()).isLessThanOrEqualTo(scope.endNanos());
            }
        }
    }

    @Test
    void operationThatThrows_endsAndWhatFollowsIsNotInsideIt() throws Exception {
        try (NDManager memory = mlp.manager().newSubManager()) {
            NDArray a = memory.ones(new Shape(2, 3));
            Trace trace = Recorded.withShapes(() -> {
                for (int i = 0; i < 10; i++) {
                    assertThatThrownBy(() -> a.matMul(a)).isInstanceOf(EngineException.class);
                }
                a.neg();
            });
            TraceEvent after = Recorded.first(trace, "aten::neg");
            assertThat(Recorded.events(trace).stream()
                            .filter(event -> event.name().equals("aten::mm"))
                            .filter(event -> event.endNanos() <= after.startNanos()))
                    .hasSize(10);
            assertThat(Recorded.note(trace, "torch.losses")).isEmpty();
        }
    }

    @Test
    void threads_haveTracksOfTheirOwn_alsoOnceTheyHaveEnded() throws Exception {
        try (NDManager memory = mlp.manager().newSubManager()) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                NDArray a = memory.ones(new Shape(10 + i));
                threads.add(new Thread(a::neg, "worker " + i));
            }
            Trace trace = Recorded.withShapes(() -> {
                for (Thread thread : threads) {
                    thread.start();
                    thread.join();
                }
            });
            assertThat(trace.tracks().stream()
                            .map(track -> track.id() + " " + track.name() + " "
                                    + track.event(0).signature().orElseThrow().inputDimsText()))
                    .containsExactlyInAnyOrderElementsOf(threads.stream()
                            .map(thread -> thread.getId() + " " + thread.getName() + " [[1"
                                    + thread.getName().charAt(7) + "]]")
                            .toList());
        }
    }

    @Test
    void budgetUsedUp_losesOperationsAndCountsThem() throws Exception {
        TorchSource small = TorchSource.create().withBudgetBytes(1 << 20);
        try (NDManager memory = mlp.manager().newSubManager()) {
            NDArray a = memory.ones(new Shape(2));
            int all = 60_000;
            Trace trace = Recorded.traceOf(small, builder -> builder.recordShapes(true), () -> {
                for (int i = 0; i < all; i++) {
                    a.neg().close();
                }
            });
            long recorded = Recorded.events(trace).size();
            assertThat(recorded).isPositive().isLessThan(all);
            assertThat(trace.account().droppedTotal()).isEqualTo(all - recorded);
            assertThat(Recorded.note(trace, "torch.losses")).contains((all - recorded) + " events lost: the budget");
        }
    }

    @Test
    void secondSourceInOneProfile_recordsNothingAndSaysSo() throws Exception {
        Trace trace = Recorded.trace(builder -> builder.source(TorchSource.create()), () -> {
            try (NDManager memory = mlp.manager().newSubManager()) {
                memory.ones(new Shape(2));
            }
        });
        assertThat(Recorded.names(trace)).containsOnlyOnce("aten::ones");
        assertThat(Recorded.note(trace, "torch")).contains("another window is being recorded");
    }
}
