package io.stepprofiler.analysis.whatif;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A set of operations that can be done, with the bytes in use after them, and the smallest peak known of an order that
 * does them.
 */
final class Progress {
    private final Liveness graph;
    private final BitSet done;
    private final @Nullable Move last;
    private final int size;
    private final long inUse;
    private final long peak;

    /** An operation, and those done before it; orders share their beginnings. */
    private record Move(int operation, @Nullable Move before) {}

    private Progress(Liveness graph, BitSet done, @Nullable Move last, int size, long inUse, long peak) {
        this.graph = graph;
        this.done = done;
        this.last = last;
        this.size = size;
        this.inUse = inUse;
        this.peak = peak;
    }

    static Progress none(Liveness graph) {
        return new Progress(graph, new BitSet(graph.operations()), null, 0, 0, 0);
    }

    /** The set; nobody must change it. */
    BitSet done() {
        return done;
    }

    int size() {
        return size;
    }

    long peak() {
        return peak;
    }

    boolean isComplete() {
        return size == graph.operations();
    }

    int[] order() {
        int[] order = new int[size];
        Move move = last;
        for (int i = size - 1; move != null; i--) {
            order[i] = move.operation();
            move = move.before();
        }
        return order;
    }

    /** Whether an operation is not done, and those that come before it are. */
    boolean isReady(int operation) {
        if (done.get(operation)) {
            return false;
        }
        for (int other : graph.after(operation)) {
            if (!done.get(other)) {
                return false;
            }
        }
        return true;
    }

    /** The peak, with an operation done next. */
    long peakWith(int operation) {
        return Math.max(peak, inUse + graph.begunBytes(operation));
    }

    /** The bytes that an operation done next adds to those in use, or takes from them. */
    long growthBy(int operation) {
        long growth = graph.begunBytes(operation);
        for (int piece : graph.usedBy(operation)) {
            growth -= isFreedBy(operation, piece) ? graph.bytes(piece) : 0;
        }
        for (int piece : graph.begunBy(operation)) {
            growth -= graph.users(piece).length == 0 && !graph.isKept(piece) ? graph.bytes(piece) : 0;
        }
        return growth;
    }

    private boolean isFreedBy(int operation, int piece) {
        if (graph.isKept(piece)) {
            return false;
        }
        for (int user : graph.users(piece)) {
            if (user != operation && !done.get(user)) {
                return false;
            }
        }
        return true;
    }

    /**
     * This with an operation done next, and then all that cost nothing: those that fit below a peak which every order
     * has anyway, and leave no more in use than before.
     *
     * <p>Nothing is lost by doing these at once. Done later they would free as much or less than they would free then,
     * but whatever came in between would find no less in use.
     */
    Progress with(int operation, long anyway) {
        return done(operation).withAllThatCostNothing(anyway);
    }

    Progress withAllThatCostNothing(long anyway) {
        Progress progress = this;
        int sizeBefore;
        do {
            sizeBefore = progress.size;
            int next = progress.done.nextClearBit(0);
            while (next < graph.operations()) {
                if (progress.isReady(next)
                        && progress.peakWith(next) <= Math.max(anyway, progress.peak)
                        && progress.growthBy(next) <= 0) {
                    progress = progress.done(next);
                }
                next = progress.done.nextClearBit(next + 1);
            }
        } while (progress.size > sizeBefore);
        return progress;
    }

    private Progress done(int operation) {
        BitSet with = (BitSet) done.clone();
        with.set(operation);
        return new Progress(
                graph, with, new Move(operation, last), size + 1, inUse + growthBy(operation), peakWith(operation));
    }
}
