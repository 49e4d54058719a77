package io.stepprofiler.analysis.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.whatif.OperationGraph.Gaps;
import io.stepprofiler.analysis.whatif.OperationGraph.Operation;
import io.stepprofiler.analysis.whatif.Peaks.MinimalPeak;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MinimalPeakTest {
    private static final int SEEDS = 400;

    private static MinimalPeak of(OperationGraph graph) {
        return MinimalPeak.of(Liveness.of(graph, result -> true, true), List.of(Orders.executed(graph)));
    }

    @Test
    void peak_randomGraphs_isTheSmallestOfAllOrders() {
        for (long seed = 0; seed < SEEDS; seed++) {
            OperationGraph graph = RandomGraph.of(seed, 1 + (int) (seed % 8)).graph;

            MinimalPeak found = of(graph);

            assertThat(found.bytes()).as("seed %d", seed).isEqualTo(NaivePeak.smallest(graph));
            assertThat(found.isProven()).as("seed %d", seed).isTrue();
        }
    }

    @Test
    void greedyOrders_randomGraphs_areMostlyTheBestAndAboveTheBound() {
        int smallest = 0;
        int proven = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            OperationGraph graph = RandomGraph.of(seed, 1 + (int) (seed % 8)).graph;
            long truth = NaivePeak.smallest(graph);
            Liveness liveness = Liveness.of(graph, result -> true, true);
            long bound = PeakBound.of(liveness);

            long found = Math.min(
                    liveness.peak(GreedyOrder.of(liveness, bound)),
                    liveness.peak(GreedyOrder.fromTheLast(liveness, bound)));

            assertThat(truth).as("seed %d", seed).isBetween(bound, found);
            smallest += found == truth ? 1 : 0;
            proven += found == bound ? 1 : 0;
        }
        assertThat(smallest).isGreaterThan(SEEDS * 95 / 100);
        assertThat(proven).isGreaterThan(SEEDS * 85 / 100);
    }

    @Test
    void peak_largerRandomGraphs_isBetweenItsBoundAndTheKnownOrders() {
        for (long seed = 0; seed < SEEDS; seed++) {
            OperationGraph graph = RandomGraph.of(seed, 13 + (int) (seed % 30)).graph;
            Liveness liveness = Liveness.of(graph, result -> true, true);

            MinimalPeak found = of(graph);

            assertThat(found.bytes())
                    .as("seed %d", seed)
                    .isBetween(found.atLeast(), liveness.peak(Orders.executed(graph)));
        }
    }

    @Test
    void order_randomGraphs_isValidAndHasThatPeak() {
        for (long seed = 0; seed < SEEDS; seed++) {
            OperationGraph graph = RandomGraph.of(seed, 1 + (int) (seed % 20)).graph;

            MinimalPeak found = of(graph);

            assertThat(found.order())
                    .hasSameElementsAs(IntStream.range(0, graph.operations().size())
                            .boxed()
                            .toList());
            for (int i = 0; i < found.order().size(); i++) {
                Operation operation = graph.operations().get(found.order().get(i));
                assertThat(found.order().subList(0, i)).as("seed %d", seed).containsAll(operation.after());
            }
            int[] order = found.order().stream().mapToInt(Integer::intValue).toArray();
            assertThat(NaivePeak.of(graph, order, true)).isEqualTo(found.bytes());
        }
    }

    @Test
    void peak_noOperations_isZero() {
        MinimalPeak found = of(new OperationGraphBuilder().build(List.of(), Gaps.NONE));

        assertThat(found.bytes()).isZero();
        assertThat(found.isProven()).isTrue();
    }
}
