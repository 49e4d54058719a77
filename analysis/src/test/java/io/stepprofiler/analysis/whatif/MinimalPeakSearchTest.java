package io.stepprofiler.analysis.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MinimalPeakSearchTest {
    private static final Duration FOREVER = Duration.ofDays(1);
    private static final SearchLimits NO_LIMIT = new SearchLimits(1_000_000, FOREVER);

    private static MinimalPeak search(OperationGraph graph, SearchLimits limits) {
        return MinimalPeakSearch.of(Liveness.of(graph, result -> true, true), limits, List.of(Orders.executed(graph)));
    }

    private static int[] array(List<Integer> order) {
        return order.stream().mapToInt(Integer::intValue).toArray();
    }

    @Test
    void search_randomGraphs_findsTheSmallestOfAllOrders() {
        long searched = 0;
        for (long seed = 0; seed < 4000; seed++) {
            OperationGraph graph = RandomGraph.of(seed, 1 + (int) (seed % 8)).graph;

            MinimalPeak found = search(graph, NO_LIMIT);

            assertThat(found.bytes()).as("seed %d", seed).isEqualTo(NaivePeak.smallest(graph));
            assertThat(found.isProven()).isTrue();
            assertThat(found.atLeast()).isEqualTo(found.bytes());
            searched += found.states() > 1 ? 1 : 0;
        }
        // The others are settled by the first orders and the bound.
        assertThat(searched).isGreaterThan(20);
    }

    @Test
    void order_randomGraphs_isValidAndHasThatPeak() {
        for (long seed = 0; seed < 2000; seed++) {
            OperationGraph graph = RandomGraph.of(seed, 1 + (int) (seed % 14)).graph;

            MinimalPeak found = search(graph, NO_LIMIT);

            for (int i = 0; i < found.order().size(); i++) {
                Operation operation = graph.operations().get(found.order().get(i));
                assertThat(found.order().subList(0, i)).as("seed %d", seed).containsAll(operation.after());
            }
            assertThat(NaivePeak.of(graph, array(found.order()), true)).isEqualTo(found.bytes());
        }
    }

    @Test
    void search_limitOfStates_tellsBoundsThatHold() {
        long cut = 0;
        for (long seed = 0; seed < 3000; seed++) {
            OperationGraph graph = RandomGraph.of(seed, 6 + (int) (seed % 12)).graph;
            MinimalPeak whole = search(graph, NO_LIMIT);

            MinimalPeak found = search(graph, new SearchLimits((int) (seed % 4), FOREVER));

            assertThat(found.atLeast()).as("seed %d", seed).isLessThanOrEqualTo(whole.bytes());
            assertThat(found.bytes()).as("seed %d", seed).isGreaterThanOrEqualTo(whole.bytes());
            assertThat(found.isProven()).isEqualTo(found.outcome() == MinimalPeak.Outcome.PROVEN);
            cut += found.outcome() == MinimalPeak.Outcome.STATE_LIMIT ? 1 : 0;
        }
        assertThat(cut).isGreaterThan(20);
    }

    @Test
    void search_noTime_saysSo() {
        OperationGraph graph = needingASearch();

        MinimalPeak found = search(graph, new SearchLimits(1_000_000, Duration.ZERO));

        assertThat(found.outcome()).isEqualTo(MinimalPeak.Outcome.TIME_LIMIT);
        assertThat(found.atLeast()).isLessThanOrEqualTo(found.bytes());
    }

    @Test
    void search_twice_isTheSame() {
        OperationGraph graph = RandomGraph.of(7, 40).graph;
        SearchLimits limits = new SearchLimits(500, FOREVER);

        MinimalPeak first = search(graph, limits);
        MinimalPeak second = search(graph, limits);

        assertThat(second.order()).isEqualTo(first.order());
        assertThat(List.of(second.bytes(), second.atLeast(), second.states()))
                .isEqualTo(List.of(first.bytes(), first.atLeast(), first.states()));
    }

    @Test
    void search_noOperations_needsNothing() {
        MinimalPeak found = search(new OperationGraphBuilder().build(List.of(), Gaps.NONE), NO_LIMIT);

        assertThat(found.bytes()).isZero();
        assertThat(found.isProven()).isTrue();
    }

    @Test
    void limits_negative_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SearchLimits(-1, FOREVER))
                .withMessage("states = -1 is not allowed: must be 0 or more");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SearchLimits(1, Duration.ofSeconds(-1)))
                .withMessage("time = PT-1S is not allowed: must be 0 or more");
    }

    private static OperationGraph needingASearch() {
        for (long seed = 0; ; seed++) {
            OperationGraph graph = RandomGraph.of(seed, 12).graph;
            if (search(graph, NO_LIMIT).states() > 1) {
                return graph;
            }
        }
    }
}
