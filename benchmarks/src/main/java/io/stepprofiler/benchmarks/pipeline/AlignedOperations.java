package io.stepprofiler.benchmarks.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Operations of steps with one graph, by node and lane. A lane is a copy in a step, the copies of a step side by side.
 * Steps with other operations than the first are left out.
 */
final class AlignedOperations {
    private static final Comparator<PipelineOperation> IN_STAGE = Comparator.comparingInt(PipelineOperation::stage)
            .thenComparing(PipelineOperation::kind)
            .thenComparingLong(PipelineOperation::startNanos)
            .thenComparingLong(PipelineOperation::durationNanos);

    private final List<Integer> copies;
    private final List<List<PipelineOperation>> lanes = new ArrayList<>();
    private final int leftOut;
    private final List<PipelineNode> nodes;

    AlignedOperations(List<PipelineOperation> operations) throws RefusedGraph {
        SortedMap<Long, TreeMap<Integer, List<PipelineOperation>>> steps = operations.stream()
                .sorted(IN_STAGE)
                .collect(Collectors.groupingBy(
                        PipelineOperation::step,
                        TreeMap::new,
                        Collectors.groupingBy(PipelineOperation::copy, TreeMap::new, Collectors.toList())));
        if (steps.isEmpty()) {
            throw new RefusedGraph(GraphRefusal.Reason.EMPTY, "0 operations");
        }
        Map<Integer, List<PipelineOperation>> first = steps.values().iterator().next();
        copies = List.copyOf(first.keySet());
        List<PipelineOperation> model = first.values().iterator().next();
        for (Map<Integer, List<PipelineOperation>> step : steps.values()) {
            if (step.keySet().equals(first.keySet())
                    && step.values().stream().allMatch(lane -> haveOneShape(lane, model))) {
                lanes.addAll(step.values());
            }
        }
        leftOut = steps.size() - steps();
        if (leftOut >= steps()) {
            throw new RefusedGraph(
                    GraphRefusal.Reason.STEPS_DIFFER, leftOut + " of " + steps.size() + " steps differ from the first");
        }
        nodes = nodes(model);
    }

    private static boolean haveOneShape(List<PipelineOperation> lane, List<PipelineOperation> model) {
        Iterator<PipelineOperation> others = model.iterator();
        return lane.size() == model.size()
                && lane.stream().allMatch(each -> {
                    PipelineOperation other = others.next();
                    return each.stage() == other.stage() && each.kind() == other.kind();
                });
    }

    private static List<PipelineNode> nodes(List<PipelineOperation> model) {
        List<PipelineNode> nodes = new ArrayList<>();
        for (PipelineOperation each : model) {
            int number = 0;
            if (!nodes.isEmpty()) {
                PipelineNode before = nodes.get(nodes.size() - 1);
                number = before.kind() == each.kind() && before.stage() == each.stage() ? before.number() + 1 : 0;
            }
            nodes.add(new PipelineNode(nodes.size(), number, each));
        }
        return nodes;
    }

    /** Returns the operations of the first copy and step. */
    List<PipelineNode> nodes() {
        return nodes;
    }

    /** Returns the numbers of the copies, in the order of the lanes of a step. */
    List<Integer> copies() {
        return copies;
    }

    int copy(int lane) {
        return copies.get(lane % copies.size());
    }

    int steps() {
        return lanes.size() / copies.size();
    }

    int leftOut() {
        return leftOut;
    }

    int lanes() {
        return lanes.size();
    }

    long start(int node, int lane) {
        return lanes.get(lane).get(node).startNanos();
    }

    long end(int node, int lane) {
        return lanes.get(lane).get(node).endNanos();
    }

    /** Returns the earliest start of each step. */
    long[] stepStarts() {
        long[] starts = new long[steps()];
        Arrays.fill(starts, Long.MAX_VALUE);
        for (int lane = 0; lane < lanes(); lane++) {
            for (PipelineOperation each : lanes.get(lane)) {
                int step = lane / copies.size();
                starts[step] = Math.min(starts[step], each.startNanos());
            }
        }
        return starts;
    }

    /** Returns the times from the earliest start to the latest end of each step. */
    long[] stepNanos() {
        long[] starts = stepStarts();
        long[] nanos = new long[steps()];
        for (int lane = 0; lane < lanes(); lane++) {
            for (PipelineOperation each : lanes.get(lane)) {
                int step = lane / copies.size();
                nanos[step] = Math.max(nanos[step], each.endNanos() - starts[step]);
            }
        }
        return nanos;
    }
}
