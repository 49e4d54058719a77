package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryCategory;
import java.util.BitSet;

/**
 * Dependencies of gradients on values, and of values on gradients.
 *
 * <p>An <em>update</em> is a value that was written into memory that is older than the gradient it follows from,
 * outside the backward pass, or in an optimizer's step: a new version of a parameter or of optimizer state. A value
 * <em>contributes</em> if a gradient follows from it without an update in between, which is within one step. An
 * allocation <em>depends</em> if any of its versions follows from a gradient, over any number of steps: so a parameter
 * depends even in the version that it has before its first update.
 */
final class GradientFlow {
    private final CategoryEvidence evidence;
    private final DataFlow flow;
    private final Categories categories;
    private final BitSet updates = new BitSet();
    private final BitSet contributes = new BitSet();
    private final BitSet depends = new BitSet();

    GradientFlow(CategoryEvidence evidence, Categories categories) {
        this.evidence = evidence;
        this.flow = evidence.flow();
        this.categories = categories;
        findUpdates();
        findContributors();
        findDependents();
    }

    boolean isUpdate(int value) {
        return updates.get(value);
    }

    boolean contributes(int value) {
        return contributes.get(value);
    }

    boolean depends(int allocation) {
        return depends.get(allocation);
    }

    private boolean isGradient(int allocation) {
        return categories.isAllocation(allocation, MemoryCategory.GRADIENT);
    }

    /** Walks the nodes in the order of time, with the start of the first gradient that each value follows from. */
    private void findUpdates() {
        long[] since = new long[flow.values()];
        for (int value = 0; value < since.length; value++) {
            since[value] = initially(value);
        }
        for (int node = 0; node < flow.nodes(); node++) {
            int end = flow.firstEdge(node + 1);
            long earliest = Long.MAX_VALUE;
            for (int edge = flow.firstEdge(node); edge < end; edge++) {
                int read = flow.readBy(edge);
                earliest = read == DataFlow.NONE ? earliest : Math.min(earliest, since[read]);
            }
            boolean backward = evidence.operations().is(node, OperationRole.BACKWARD);
            boolean optimizer = evidence.operations().is(node, OperationRole.OPTIMIZER);
            for (int edge = flow.firstEdge(node); edge < end; edge++) {
                int made = flow.madeBy(edge);
                if (made != DataFlow.NONE) {
                    since[made] = Math.min(since[made], earliest);
                    if (isRewritten(made) && !backward && (optimizer || isOlder(made, since[made]))) {
                        updates.set(made);
                    }
                }
            }
        }
    }

    private long initially(int value) {
        int allocation = flow.allocationOf(value);
        if (!isGradient(allocation)) {
            return Long.MAX_VALUE;
        }
        return evidence.allocations().allocatedNanos(allocation);
    }

    private boolean isRewritten(int value) {
        return flow.before(value) != DataFlow.NONE && !isGradient(flow.allocationOf(value));
    }

    private boolean isOlder(int value, long gradientNanos) {
        return gradientNanos != Long.MAX_VALUE
                && evidence.allocations().allocatedNanos(flow.allocationOf(value)) <= gradientNanos;
    }

    private void findContributors() {
        IntList open = new IntList();
        for (int value = 0; value < flow.values(); value++) {
            if (isGradient(flow.allocationOf(value)) && isPartOfBackward(value)) {
                open.add(value);
            }
        }
        while (!open.isEmpty()) {
            int node = flow.maker(open.removeLast());
            for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
                int read = flow.readBy(edge);
                if (read != DataFlow.NONE && !contributes.get(read)) {
                    contributes.set(read);
                    if (flow.maker(read) != DataFlow.NONE && !isMadeByUpdating(read)) {
                        open.add(read);
                    }
                }
            }
        }
    }

    /** True if a version of a gradient comes from the backward pass, not from its later use. */
    private boolean isPartOfBackward(int value) {
        int maker = flow.maker(value);
        return maker != DataFlow.NONE
                && (flow.before(value) == DataFlow.NONE || evidence.operations().is(maker, OperationRole.BACKWARD));
    }

    private boolean isMadeByUpdating(int value) {
        return updates.get(value) || evidence.operations().is(flow.maker(value), OperationRole.OPTIMIZER);
    }

    private void findDependents() {
        Readers readers = new Readers(flow, evidence.allocations().size());
        BitSet done = new BitSet();
        IntList open = new IntList();
        for (int value = 0; value < flow.values(); value++) {
            depend(flow.allocationOf(value), isGradient(flow.allocationOf(value)), open);
        }
        while (!open.isEmpty()) {
            int allocation = open.removeLast();
            for (int i = readers.first(allocation); i < readers.first(allocation + 1); i++) {
                int node = readers.node(i);
                if (!done.get(node)) {
                    done.set(node);
                    for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
                        depend(flow.allocation(edge), flow.madeBy(edge) != DataFlow.NONE, open);
                    }
                }
            }
        }
    }

    private void depend(int allocation, boolean really, IntList open) {
        if (really && !depends.get(allocation)) {
            depends.set(allocation);
            open.add(allocation);
        }
    }

    /** The nodes that read each allocation, in any version. */
    private static final class Readers {
        private final int[] first;
        private final int[] nodes;

        Readers(DataFlow flow, int allocations) {
            first = new int[allocations + 2];
            for (int edge = 0; edge < flow.edges(); edge++) {
                first[flow.allocation(edge) + 2] += flow.readBy(edge) == DataFlow.NONE ? 0 : 1;
            }
            for (int i = 2; i < first.length; i++) {
                first[i] += first[i - 1];
            }
            nodes = new int[first[first.length - 1]];
            for (int node = 0; node < flow.nodes(); node++) {
                for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
                    if (flow.readBy(edge) != DataFlow.NONE) {
                        nodes[first[flow.allocation(edge) + 1]++] = node;
                    }
                }
            }
        }

        int first(int allocation) {
            return first[allocation];
        }

        int node(int index) {
            return nodes[index];
        }
    }
}
