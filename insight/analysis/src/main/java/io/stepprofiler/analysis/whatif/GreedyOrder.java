package io.stepprofiler.analysis.whatif;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A valid order in which the operation with the smallest peak comes next, and of equal ones the operation that leaves
 * the fewest bytes in use. Takes time proportional to the number of operations times the number that are ready at a
 * time.
 */
final class GreedyOrder {
    private final Liveness graph;
    private final List<List<Integer>> followers = new ArrayList<>();
    private final int[] missing;
    private final int[] usesLeft;
    private final BitSet ready = new BitSet();
    private long inUse;

    private GreedyOrder(Liveness graph) {
        this.graph = graph;
        missing = new int[graph.operations()];
        usesLeft = new int[graph.pieces()];
        Arrays.setAll(usesLeft, piece -> graph.users(piece).length);
        for (int i = 0; i < missing.length; i++) {
            followers.add(new ArrayList<>());
        }
        for (int i = 0; i < missing.length; i++) {
            missing[i] = graph.after(i).length;
            for (int earlier : graph.after(i)) {
                followers.get(earlier).add(i);
            }
            ready.set(i, missing[i] == 0);
        }
    }

    /**
     * The order.
     *
     * @param bound lower bound of the peaks of all orders: staying below it saves nothing
     */
    static int[] of(Liveness graph, long bound) {
        GreedyOrder greedy = new GreedyOrder(graph);
        int[] order = new int[graph.operations()];
        long peak = bound;
        for (int i = 0; i < order.length; i++) {
            order[i] = greedy.next(peak);
            peak = Math.max(peak, greedy.inUse + graph.begunBytes(order[i]));
            greedy.take(order[i]);
        }
        return order;
    }

    private int next(long peak) {
        int next = -1;
        long leastPeak = 0;
        long leastGrowth = 0;
        for (int i = ready.nextSetBit(0); i >= 0; i = ready.nextSetBit(i + 1)) {
            long withIt = Math.max(peak, inUse + graph.begunBytes(i));
            long growth = growth(i);
            if (next < 0 || withIt < leastPeak || (withIt == leastPeak && growth < leastGrowth)) {
                next = i;
                leastPeak = withIt;
                leastGrowth = growth;
            }
        }
        return next;
    }

    /** Change of the bytes in use if an operation is executed next, negative if it frees more than it adds. */
    private long growth(int operation) {
        long growth = graph.begunBytes(operation);
        for (int piece : graph.usedBy(operation)) {
            growth -= usesLeft[piece] == 1 && !graph.isKept(piece) ? graph.bytes(piece) : 0;
        }
        for (int piece : graph.begunBy(operation)) {
            growth -= usesLeft[piece] == 0 && !graph.isKept(piece) ? graph.bytes(piece) : 0;
        }
        return growth;
    }

    private void take(int operation) {
        inUse += growth(operation);
        ready.clear(operation);
        for (int piece : graph.usedBy(operation)) {
            usesLeft[piece]--;
        }
        for (int follower : followers.get(operation)) {
            ready.set(follower, --missing[follower] == 0);
        }
    }
}
