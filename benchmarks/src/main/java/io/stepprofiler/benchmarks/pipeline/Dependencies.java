package io.stepprofiler.benchmarks.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Operations that must have ended before a node starts, filled while the graph is built. */
final class Dependencies {
    private final List<List<Integer>> before;

    Dependencies(int nodes) {
        before = IntStream.range(0, nodes)
                .<List<Integer>>mapToObj(node -> new ArrayList<>())
                .toList();
    }

    void add(PipelineNode node, PipelineNode ended) {
        before.get(node.index()).add(ended.index());
    }

    /** Lets the first node start after all of {@code ended}, and each other node after the one before it. */
    void chain(List<PipelineNode> ended, List<PipelineNode> nodes) {
        List<PipelineNode> last = ended;
        for (PipelineNode node : nodes) {
            last.forEach(each -> add(node, each));
            last = List.of(node);
        }
    }

    /** Returns the indexes of the nodes before each node. */
    int[][] toArray() {
        return before.stream()
                .map(each -> each.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }
}
