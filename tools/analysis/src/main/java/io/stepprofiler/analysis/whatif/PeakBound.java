package io.stepprofiler.analysis.whatif;

import java.util.BitSet;

/**
 * A peak that every valid order has at least: while an operation is done, there is what it begins, and what begins with
 * an operation that always comes before it and is kept, or used by it or by an operation that always comes after it.
 */
final class PeakBound {
    /** More operations than this, and what comes before and after each takes too much memory. */
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

    /** What one operation uses and begins. */
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
                // Those that begin it, and those behind it that find it there.
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
