package io.stepprofiler.analysis.whatif;

import java.util.BitSet;

/**
 * Lower bound of the peaks of all valid orders. While an operation runs, memory holds the allocations that it begins,
 * and the allocations that an operation always before it begins, if they are kept, or used by the operation itself or
 * by one always after it.
 */
final class PeakBound {
    /**
     * Most operations for the full bound: the sets of predecessors take memory quadratic in the number of operations.
     */
    static final int MAX_OPERATIONS = 4096;

    private final Liveness graph;
    private final BitSet[] before;

    private PeakBound(Liveness graph) {
        this.graph = graph;
        before = new BitSet[graph.operations()];
        for (int operation = 0; operation < before.length; operation++) {
            before[operation] = new BitSet(before.length);
            for (int other : graph.after(operation)) {
                before[operation].or(before[other]);
                before[operation].set(other);
            }
        }
    }

    static long of(Liveness graph) {
        return graph.operations() > MAX_OPERATIONS ? largestOperation(graph) : new PeakBound(graph).bound();
    }

    /** The most bytes that one operation uses and begins. */
    private static long largestOperation(Liveness graph) {
        long largest = 0;
        for (int operation = 0; operation < graph.operations(); operation++) {
            long needed = graph.begunBytes(operation);
            for (int piece : graph.usedBy(operation)) {
                needed += graph.bytes(piece);
            }
            largest = Math.max(largest, needed);
        }
        return largest;
    }

    private long bound() {
        long[] needed = new long[before.length];
        for (int operation = 0; operation < needed.length; operation++) {
            for (int piece : graph.begunBy(operation)) {
                // The operation that begins it, and later operations during which it is alive.
                for (int other = operation; other < needed.length; other++) {
                    needed[other] += other == operation || isThere(piece, operation, other) ? graph.bytes(piece) : 0;
                }
            }
        }
        long bound = 0;
        for (long each : needed) {
            bound = Math.max(bound, each);
        }
        return bound;
    }

    private boolean isThere(int piece, int maker, int operation) {
        if (!before[operation].get(maker)) {
            return false;
        }
        if (graph.isKept(piece)) {
            return true;
        }
        for (int user : graph.users(piece)) {
            if (user == operation || before[user].get(operation)) {
                return true;
            }
        }
        return false;
    }
}
