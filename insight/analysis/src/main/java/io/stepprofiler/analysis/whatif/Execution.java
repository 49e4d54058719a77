package io.stepprofiler.analysis.whatif;

import java.util.Arrays;

/** Bytes in use while the operations of a graph are executed one after the other. */
final class Execution {
    private final Liveness graph;
    private final int[] usesLeft;
    private long inUse;

    Execution(Liveness graph) {
        this.graph = graph;
        usesLeft = new int[graph.allocations()];
        Arrays.setAll(usesLeft, allocation -> graph.users(allocation).length);
        for (int allocation = 0; allocation < usesLeft.length; allocation++) {
            inUse += graph.isThereBefore(allocation) ? graph.bytes(allocation) : 0;
        }
    }

    /** Bytes in use during an operation, if it comes next. */
    long bytesDuring(int operation) {
        long during = inUse;
        for (int allocation : graph.usedBy(operation)) {
            boolean isNew = usesLeft[allocation] == graph.users(allocation).length && !graph.isThereBefore(allocation);
            during += isNew ? graph.bytes(allocation) : 0;
        }
        return during;
    }

    /**
     * Bytes in use after an operation, if it comes next.
     *
     * @param during the bytes in use during it
     */
    long bytesAfter(int operation, long during) {
        long after = during;
        for (int allocation : graph.usedBy(operation)) {
            after -= usesLeft[allocation] == 1 && !graph.isKept(allocation) ? graph.bytes(allocation) : 0;
        }
        return after;
    }

    /** Executes an operation, and returns the bytes in use during it. */
    long take(int operation) {
        long during = bytesDuring(operation);
        inUse = bytesAfter(operation, during);
        for (int allocation : graph.usedBy(operation)) {
            usesLeft[allocation]--;
        }
        return during;
    }
}
