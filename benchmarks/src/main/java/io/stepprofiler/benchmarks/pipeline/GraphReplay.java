package io.stepprofiler.benchmarks.pipeline;

import java.util.Arrays;
import java.util.List;

/**
 * Replay of steps by their graph. All lanes are replayed together, so a replay is one pass over the operations. Not
 * safe for threads: replays share their memory.
 */
final class GraphReplay {
    private final AlignedOperations operations;
    private final PipelineGraph graph;
    private final boolean[] isAcrossCopies;
    private final long[][] ends;

    GraphReplay(AlignedOperations operations, PipelineGraph graph) {
        this.operations = operations;
        this.graph = graph;
        List<PipelineNode> nodes = operations.nodes();
        isAcrossCopies = new boolean[nodes.size()];
        nodes.forEach(node -> isAcrossCopies[node.index()] = node.kind().isAcrossCopies());
        ends = new long[nodes.size()][operations.lanes()];
    }

    /** A time of each operation. */
    interface Times {
        long of(int node, int lane);
    }

    /**
     * Returns the duration of each step.
     *
     * @param work time of each operation from the start of the last of its group to its own end
     * @param delays time of each operation from the end of all that it needs to its start
     */
    long[] steps(Times work, Times delays) {
        long[] starts = new long[operations.lanes()];
        for (int[] group : graph.groups()) {
            Arrays.fill(starts, Long.MIN_VALUE);
            for (int node : group) {
                start(node, starts, delays);
            }
            if (isAcrossCopies[group[0]]) {
                meetCopies(starts);
            }
            for (int node : group) {
                for (int lane = 0; lane < starts.length; lane++) {
                    ends[node][lane] = starts[lane] + work.of(node, lane);
                }
            }
        }
        return latestEnds();
    }

    private void start(int node, long[] starts, Times delays) {
        for (int lane = 0; lane < starts.length; lane++) {
            long ready = graph.before(node).length == 0 ? 0 : Long.MIN_VALUE;
            for (int ended : graph.before(node)) {
                ready = Math.max(ready, ends[ended][lane]);
            }
            starts[lane] = Math.max(starts[lane], ready + delays.of(node, lane));
        }
    }

    private void meetCopies(long[] starts) {
        int copies = operations.copies().size();
        for (int first = 0; first < starts.length; first += copies) {
            long latest = Long.MIN_VALUE;
            for (int lane = first; lane < first + copies; lane++) {
                latest = Math.max(latest, starts[lane]);
            }
            Arrays.fill(starts, first, first + copies, latest);
        }
    }

    private long[] latestEnds() {
        long[] latest = new long[operations.steps()];
        for (long[] node : ends) {
            for (int lane = 0; lane < node.length; lane++) {
                int step = lane / operations.copies().size();
                latest[step] = Math.max(latest[step], node[lane]);
            }
        }
        return latest;
    }
}
