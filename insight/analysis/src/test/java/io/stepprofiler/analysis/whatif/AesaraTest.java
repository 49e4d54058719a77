package io.stepprofiler.analysis.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.whatif.OperationGraph.Gaps;
import io.stepprofiler.analysis.whatif.Peaks.MinimalPeak;
import io.stepprofiler.event.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The graph of Aesara's own test of its memory profile, {@code tests/compile/test_profiling.py}, with the figures that
 * it expects: of vectors of 1024 floats, the sums of the rows of their outer products, and their sums.
 */
class AesaraTest {
    private static final Optional<Device> CPU = Optional.of(Device.CPU);
    private static final int VECTOR = 1024 * Float.BYTES;
    private static final int MATRIX = 1024 * VECTOR;

    private final OperationGraphBuilder builder = new OperationGraphBuilder();

    /** The order of Aesara's linker: what needs no matrix comes first. */
    private OperationGraph graph(int vectors) {
        List<Integer> inputs = new ArrayList<>();
        for (int i = 0; i < vectors; i++) {
            inputs.add(builder.input(CPU));
        }
        for (int i = 0; i + 1 < vectors; i++) {
            operation("add", inputs.get(i), inputs.get(i + 1));
            builder.output(builder.create(VECTOR, CPU, ""));
        }
        List<Integer> shapes = new ArrayList<>();
        for (int input : inputs) {
            operation("Shape_i", input);
            shapes.add(builder.create(Long.BYTES, CPU, ""));
        }
        for (int i = 0; i + 1 < vectors; i++) {
            operation("AllocEmpty", shapes.get(i), shapes.get(i + 1));
            int empty = builder.create(MATRIX, CPU, "");
            operation("CGer", inputs.get(i), inputs.get(i + 1));
            int product = builder.overwrite(empty, MATRIX, "");
            operation("Sum", product);
            builder.output(builder.create(VECTOR, CPU, ""));
        }
        return builder.build(List.of(), Gaps.NONE);
    }

    private void operation(String name, int... inputs) {
        builder.operation(name, "", "");
        IntStream.of(inputs).forEach(builder::read);
    }

    @Test
    void figures_ofAesarasTest_areThoseItExpects() {
        assertThat(MemoryProfile.of(graph(3), MemoryProfileOptions.DEFAULT.withMinimalPeak())
                        .text())
                .containsPattern("each result freed after its last use +4112 ")
                .containsPattern("the same, nothing written in place +8204 ")
                .containsPattern("nothing freed +8208\n")
                .contains("Least peak of all valid orders on cpu: 4104 KiB\n");
    }

    @Test
    void minimalPeak_ofItsGraphWithMoreVectors_isFoundByAGreedyOrder() {
        OperationGraph graph = graph(10);
        MinimalPeak found = MinimalPeak.of(Liveness.of(graph, result -> true, true), List.of(Orders.executed(graph)));

        // The last matrix, the sums of all rows, and no sum of vectors yet.
        assertThat(Math.round(found.bytes() / 1024.0)).isEqualTo(4096 + 9 * 4);
        assertThat(found.atLeast()).isLessThan(found.bytes());
    }
}
