package io.stepprofiler.benchmarks.pipeline;

import java.util.Arrays;

/**
 * Recorded times of the operations in the terms of a replay, and their averages by kind. A time below
 * -{@value #CLOCK_ERROR_NANOS} ns comes from different clocks and counts as 0.
 */
final class RecordedTimes {
    private static final long CLOCK_ERROR_NANOS = 10_000_000;

    private final AlignedOperations operations;
    private final PipelineGraph graph;
    private final long[][] work;
    private final long[][] delays;
    private final long[] ideal;

    RecordedTimes(AlignedOperations operations, PipelineGraph graph) {
        this.operations = operations;
        this.graph = graph;
        int nodes = operations.nodes().size();
        work = new long[nodes][operations.lanes()];
        delays = new long[nodes][operations.lanes()];
        ideal = new long[nodes];
        graph.groups().forEach(this::setWork);
        setDelays();
        for (PipelineKind kind : PipelineKind.values()) {
            setIdeal(kind);
        }
    }

    private void setWork(int... group) {
        int copies = operations.nodes().get(group[0]).kind().isAcrossCopies()
                ? operations.copies().size()
                : 1;
        for (int first = 0; first < operations.lanes(); first += copies) {
            long latest = Long.MIN_VALUE;
            for (int node : group) {
                for (int lane = first; lane < first + copies; lane++) {
                    latest = Math.max(latest, operations.start(node, lane));
                }
            }
            for (int node : group) {
                for (int lane = first; lane < first + copies; lane++) {
                    work[node][lane] = checked(operations.end(node, lane) - latest);
                }
            }
        }
    }

    private void setDelays() {
        long[] stepStarts = operations.stepStarts();
        for (int node = 0; node < delays.length; node++) {
            for (int lane = 0; lane < operations.lanes(); lane++) {
                int[] before = graph.before(node);
                long ready = before.length == 0
                        ? stepStarts[lane / operations.copies().size()]
                        : Long.MIN_VALUE;
                for (int ended : before) {
                    ready = Math.max(ready, operations.end(ended, lane));
                }
                delays[node][lane] = checked(operations.start(node, lane) - ready);
            }
        }
    }

    private static long checked(long nanos) {
        return nanos <= -CLOCK_ERROR_NANOS ? 0 : nanos;
    }

    private void setIdeal(PipelineKind kind) {
        int[] nodes = operations.nodes().stream()
                .filter(node -> node.kind() == kind)
                .mapToInt(PipelineNode::index)
                .toArray();
        long[] times = Arrays.stream(nodes)
                .boxed()
                .flatMapToLong(node -> Arrays.stream(work[node]))
                .sorted()
                .toArray();
        if (times.length > 0) {
            long average = kind.isAveragedByMean()
                    ? Arrays.stream(times).sum() / times.length
                    : (times[(times.length - 1) / 2] + times[times.length / 2]) / 2;
            Arrays.stream(nodes).forEach(node -> ideal[node] = average);
        }
    }

    /** Returns the time of an operation from the start of the last of its group to its own end. */
    long work(int node, int lane) {
        return work[node][lane];
    }

    /** Returns the time of an operation from the end of all that it needs to its start. */
    long delay(int node, int lane) {
        return delays[node][lane];
    }

    /** Returns the average of an operation's kind: the mean of computations, the median of transfers. */
    long ideal(int node) {
        return ideal[node];
    }
}
