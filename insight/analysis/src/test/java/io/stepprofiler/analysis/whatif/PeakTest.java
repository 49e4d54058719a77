package io.stepprofiler.analysis.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.whatif.OperationGraph.ResultCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeakTest {
    private static final int SEEDS = 1000;

    private static int operations(long seed) {
        return 1 + (int) (seed % 12);
    }

    @Test
    void peak_randomGraphs_isThatOfTheDefinition() {
        for (long seed = 0; seed < SEEDS; seed++) {
            OperationGraph graph = RandomGraph.of(seed, operations(seed)).graph;
            for (boolean inPlace : new boolean[] {true, false}) {
                Liveness liveness = Liveness.of(graph, result -> true, inPlace);
                for (int[] order : List.of(Orders.executed(graph), Orders.topological(graph))) {
                    assertThat(liveness.peak(order))
                            .as("seed %d, in place %s", seed, inPlace)
                            .isEqualTo(NaivePeak.of(graph, order, inPlace));
                }
            }
        }
    }

    @Test
    void topological_randomGraphs_isAValidOrder() {
        for (long seed = 0; seed < SEEDS; seed++) {
            OperationGraph graph = RandomGraph.of(seed, operations(seed)).graph;
            List<Integer> done = new ArrayList<>();
            for (int operation : Orders.topological(graph)) {
                assertThat(done).containsAll(graph.operations().get(operation).after());
                done.add(operation);
            }
            assertThat(done)
                    .as("seed %d", seed)
                    .hasSize(graph.operations().size())
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void total_randomGraphs_isTheSumOfWhatIsCreated() {
        for (long seed = 0; seed < SEEDS; seed++) {
            OperationGraph graph = RandomGraph.of(seed, operations(seed)).graph;
            long sum = graph.results().stream()
                    .filter(result -> result.code() == ResultCode.CREATED)
                    .mapToLong(result -> Math.max(result.bytes(), 0))
                    .sum();

            assertThat(Liveness.of(graph, result -> true, true).total()).isEqualTo(sum);
        }
    }
}
