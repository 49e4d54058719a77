package io.stepprofiler.benchmarks.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Slowdown of a pipeline by replays of its steps. In the ideal step, all operations of a kind take equally long:
 * computations their mean, transfers their median. Takes a replay, which is one pass over the operations, for each
 * copy, each stage and each kind, and 24 bytes for each operation.
 */
final class GraphWhatIf {
    /** Maximum number of operations. */
    static final int MOST_OPERATIONS = 20_000_000;

    private static final double MOST_ERROR = 0.05;
    private static final int WORST_WORKERS_PERCENT = 3;
    private static final int PERCENT = 100;

    private final AlignedOperations operations;
    private final RecordedTimes times;
    private final GraphReplay replay;

    private GraphWhatIf(AlignedOperations operations) throws RefusedGraph {
        this.operations = operations;
        PipelineGraph graph = PipelineGraph.of(operations.nodes());
        times = new RecordedTimes(operations, graph);
        replay = new GraphReplay(operations, graph);
    }

    /**
     * {@return the slowdown, or the reason why the operations do not show it}
     *
     * @param operations all operations of the recorded steps, in any order
     * @throws IllegalArgumentException if they are more than {@value #MOST_OPERATIONS}
     */
    static GraphAnswer of(List<PipelineOperation> operations) {
        if (operations.size() > MOST_OPERATIONS) {
            throw new IllegalArgumentException(
                    "operations are " + operations.size() + ", must be at most " + MOST_OPERATIONS);
        }
        try {
            return new GraphWhatIf(new AlignedOperations(operations)).slowdown();
        } catch (RefusedGraph refused) {
            return refused.refusal();
        }
    }

    /** Operations that keep their recorded time. */
    private interface Selection {
        boolean contains(PipelineNode node, int copy);
    }

    private GraphSlowdown slowdown() throws RefusedGraph {
        long[] recorded = operations.stepNanos();
        double error = medianError(recorded, replay.steps(times::work, times::delay));
        if (error > MOST_ERROR) {
            throw new RefusedGraph(
                    GraphRefusal.Reason.REPLAY_MISSES,
                    String.format(Locale.ROOT, "median difference %.1f %%, must be at most 5 %%", PERCENT * error));
        }
        long noDelay = sum((node, copy) -> true);
        long ideal = sum((node, copy) -> false);
        if (ideal <= 0) {
            throw new RefusedGraph(GraphRefusal.Reason.EMPTY, "the ideal steps take no time");
        }
        double slowdown = (double) noDelay / ideal;
        int steps = operations.steps();
        return new GraphSlowdown(
                steps,
                operations.leftOut(),
                Arrays.stream(recorded).sum() / steps,
                noDelay / steps,
                ideal / steps,
                error,
                slowdown,
                slowdown < GraphSlowdown.LEAST ? Optional.empty() : Optional.of(parts(noDelay, ideal)));
    }

    private static double medianError(long[] recorded, long... replayed) {
        double[] errors = IntStream.range(0, recorded.length)
                .mapToDouble(step -> Math.abs(replayed[step] - recorded[step]) / (double) Math.max(1, recorded[step]))
                .sorted()
                .toArray();
        return (errors[(errors.length - 1) / 2] + errors[errors.length / 2]) / 2;
    }

    /** Returns the sum of the step times without delays if only some operations keep their recorded time. */
    private long sum(Selection kept) {
        List<PipelineNode> nodes = operations.nodes();
        long[] steps = replay.steps(
                (node, lane) -> kept.contains(nodes.get(node), operations.copy(lane))
                        ? times.work(node, lane)
                        : times.ideal(node),
                (node, lane) -> 0);
        return Arrays.stream(steps).sum();
    }

    private GraphSlowdown.Parts parts(long noDelay, long ideal) {
        int stages = 1
                + operations.nodes().stream()
                        .mapToInt(PipelineNode::stage)
                        .max()
                        .orElse(0);
        SortedMap<Integer, Double> copies = new TreeMap<>();
        for (int each : operations.copies()) {
            copies.put(each, (double) sum((node, copy) -> copy == each) / ideal);
        }
        SortedMap<Integer, Double> byStage = new TreeMap<>();
        IntStream.range(0, stages)
                .forEach(each -> byStage.put(each, (double) sum((node, copy) -> node.stage() == each) / ideal));
        List<WorkerSlowdown> workers = workers(copies, byStage);
        Set<Long> worst = workers.stream()
                .limit((workers.size() * WORST_WORKERS_PERCENT + PERCENT - 1) / PERCENT)
                .map(worker -> key(worker.copy(), worker.stage()))
                .collect(Collectors.toSet());
        return new GraphSlowdown.Parts(
                listed(copies),
                listed(byStage),
                kinds(ideal),
                workers,
                effect((node, copy) -> worst.contains(key(copy, node.stage())), noDelay, ideal),
                effect((node, copy) -> node.stage() == stages - 1, noDelay, ideal));
    }

    private static long key(int copy, int stage) {
        return (long) copy << Integer.SIZE | stage;
    }

    private static List<PartSlowdown> listed(SortedMap<?, Double> parts) {
        return parts.entrySet().stream()
                .map(part -> new PartSlowdown(part.getKey().toString(), part.getValue()))
                .toList();
    }

    private List<PartSlowdown> kinds(long ideal) {
        return operations.nodes().stream()
                .map(node -> node.kind().part())
                .distinct()
                .map(part -> new PartSlowdown(
                        part, (double) sum((node, copy) -> node.kind().part().equals(part)) / ideal))
                .sorted(Comparator.comparingDouble(PartSlowdown::slowdown)
                        .reversed()
                        .thenComparing(PartSlowdown::part))
                .toList();
    }

    private static List<WorkerSlowdown> workers(SortedMap<Integer, Double> copies, SortedMap<Integer, Double> stages) {
        List<WorkerSlowdown> workers = new ArrayList<>();
        stages.forEach((stage, byStage) -> copies.forEach(
                (copy, byCopy) -> workers.add(new WorkerSlowdown(copy, stage, Math.min(byCopy, byStage)))));
        workers.sort(Comparator.comparingDouble(WorkerSlowdown::slowdown).reversed());
        return workers;
    }

    private SetEffect effect(Selection set, long noDelay, long ideal) {
        double lost = (double) noDelay - ideal;
        long without = sum((node, copy) -> !set.contains(node, copy));
        return new SetEffect((noDelay - without) / lost, (sum(set) - ideal) / lost);
    }
}
