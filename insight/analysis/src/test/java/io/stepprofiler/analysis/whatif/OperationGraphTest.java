package io.stepprofiler.analysis.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.stepprofiler.analysis.whatif.OperationGraph.Gaps;
import io.stepprofiler.analysis.whatif.OperationGraph.Result;
import io.stepprofiler.analysis.whatif.OperationGraph.ResultCode;
import io.stepprofiler.event.Device;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class OperationGraphTest {
    private static final Optional<Device> CPU = Optional.of(Device.CPU);

    private final OperationGraphBuilder builder = new OperationGraphBuilder();

    @Test
    void after_randomGraphs_allowsExactlyTheOrdersInWhichAllReadTheSame() {
        for (long seed = 0; seed < 2000; seed++) {
            RandomGraph random = RandomGraph.of(seed, 1 + (int) (seed % 6));
            Set<List<Integer>> allowed = new HashSet<>();
            NaivePeak.forEachOrder(random.graph, order -> allowed.add(list(order)));
            Set<List<Integer>> same = new HashSet<>();
            permutations(new ArrayList<>(), random.graph.operations().size(), order -> {
                if (random.isSameWhenDoneIn(order)) {
                    same.add(list(order));
                }
            });

            assertThat(allowed).as("seed %d", seed).isEqualTo(same);
        }
    }

    @Test
    void read_overwrittenValue_isRefused() {
        builder.operation("a", "", "");
        int made = builder.create(4, CPU, "");
        int view = builder.view(made, 4, "");
        builder.operation("b", "", "");
        builder.overwrite(made, 4, "");

        for (int stale : new int[] {made, view}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.read(stale))
                    .withMessage("value = " + stale + " is not allowed: operation 1 has written over it");
        }
    }

    @Test
    void read_noValue_isRefused() {
        builder.operation("a", "", "");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.read(0))
                .withMessage("value = 0 is not allowed: must be one of the 0 there are");
    }

    @Test
    void results_viewsAndWrites_tellWhoseMemoryTheyUse() {
        int weight = builder.input(CPU);
        builder.operation("create", "", "");
        int made = builder.create(100, CPU, "float [25]");
        builder.operation("view", "", "");
        int view = builder.view(made, 40, "float [10]");
        builder.operation("write", "", "");
        builder.read(view);
        builder.overwrite(weight, 8, "float [2]");

        assertThat(builder.build(List.of(), Gaps.NONE).results())
                .containsExactly(
                        new Result(0, ResultCode.CREATED, -1, 100, CPU, "float [25]", false, List.of(1)),
                        new Result(1, ResultCode.VIEW, 0, 40, CPU, "float [10]", false, List.of(2)),
                        new Result(2, ResultCode.IN_PLACE, -1, 8, CPU, "float [2]", false, List.of()));
    }

    private static void permutations(List<Integer> order, int size, Consumer<int[]> action) {
        if (order.size() == size) {
            action.accept(order.stream().mapToInt(Integer::intValue).toArray());
        }
        for (int i = 0; i < size; i++) {
            if (!order.contains(i)) {
                order.add(i);
                permutations(order, size, action);
                order.remove(order.size() - 1);
            }
        }
    }

    private static List<Integer> list(int[] order) {
        List<Integer> list = new ArrayList<>();
        for (int each : order) {
            list.add(each);
        }
        return list;
    }
}
