package io.stepprofiler.analysis.whatif;

import java.util.BitSet;

/**
 * A valid order in which the operation with the smallest peak comes next, and of equal ones the operation that leaves
 * the fewest bytes in use. Takes time proportional to the number of operations times the number that are ready at a
 * time.
 */
final class GreedyOrder {
    private GreedyOrder() {}

    /**
     * The order.
     *
     * @param bound lower bound of the peaks of all orders: staying below it saves nothing
     */
    static int[] of(Liveness graph, long bound) {
        int[] order = new int[graph.operations()];
        int[][] followers = graph.followers();
        int[] missing = new int[order.length];
        BitSet ready = new BitSet();
        for (int i = 0; i < order.length; i++) {
            missing[i] = graph.after(i).length;
            ready.set(i, missing[i] == 0);
        }
        Execution execution = new Execution(graph);
        long peak = bound;
        for (int i = 0; i < order.length; i++) {
            int next = next(execution, ready, peak);
            peak = Math.max(peak, execution.take(next));
            order[i] = next;
            ready.clear(next);
            for (int follower : followers[next]) {
                ready.set(follower, --missing[follower] == 0);
            }
        }
        return order;
    }

    /**
     * An order that is made in the same way from the last operation to the first. It finishes one chain of operations
     * after the other where the order from the first begins all of them.
     */
    static int[] fromTheLast(Liveness graph, long bound) {
        int[] backwards = of(graph.backwards(), bound);
        int[] order = new int[backwards.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = order.length - 1 - backwards[order.length - 1 - i];
        }
        return order;
    }

    private static int next(Execution execution, BitSet ready, long peak) {
        int next = -1;
        long leastPeak = 0;
        long leastAfter = 0;
        for (int i = ready.nextSetBit(0); i >= 0; i = ready.nextSetBit(i + 1)) {
            long during = execution.bytesDuring(i);
            long withIt = Math.max(peak, during);
            long after = execution.bytesAfter(i, during);
            if (next < 0 || withIt < leastPeak || (withIt == leastPeak && after < leastAfter)) {
                next = i;
                leastPeak = withIt;
                leastAfter = after;
            }
        }
        return next;
    }
}
