package io.stepprofiler.analysis.whatif;

import java.util.BitSet;

/**
 * Lower bound of the peaks of all valid orders. While an operation runs, memory holds the allocations that it uses, and
 * the allocations that an operation always before it makes, if they are kept or an operation always after it uses them.
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

    /** Bytes in use after the last operation. */
    private static long keptBytes(Liveness graph) {
        long kept = 0;
        for (int allocation = 0; allocation < graph.allocations(); allocation++) {
            kept += graph.isKept(allocation) ? graph.bytes(allocation) : 0;
        }
        return kept;
    }

    /** The most bytes that one operation uses and makes. */
    private static long largestOperation(Liveness graph) {
        long largest = keptBytes(graph);
        for (int operation = 0; operation < graph.operations(); operation++) {
            long needed = 0;
            for (int allocation : graph.usedBy(operation)) {
                needed += graph.bytes(allocation);
            }
            largest = Math.max(largest, needed);
        }
        return largest;
    }

    private long bound() {
        long bound = keptBytes(graph);
        for (int operation = 0; operation < before.length; operation++) {
            long needed = 0;
            for (int allocation = 0; allocation < graph.allocations(); allocation++) {
                needed += isThere(allocation, operation) ? graph.bytes(allocation) : 0;
            }
            bound = Math.max(bound, needed);
        }
        return bound;
    }

    private boolean isThere(int allocation, int operation) {
        int maker = graph.users(allocation)[0];
        if (maker != operation && !before[operation].get(maker)) {
            return false;
        }
        if (graph.isKept(allocation)) {
            return true;
        }
        for (int user : graph.users(allocation)) {
            if (user == operation || before[user].get(operation)) {
                return true;
            }
        }
        return false;
    }
}
