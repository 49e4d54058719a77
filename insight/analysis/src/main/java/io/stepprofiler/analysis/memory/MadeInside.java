package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.trace.MemoryEvents;

/** Allocations made inside each node, and whether the node freed them again. */
final class MadeInside {
    private final MemoryEventContext surroundings;
    private final Operations operations;
    private final Allocations allocations;
    private final int[] first;
    private final int[] made;

    MadeInside(MemoryEvents events, MemoryEventContext surroundings, Operations operations, Allocations allocations) {
        this.surroundings = surroundings;
        this.operations = operations;
        this.allocations = allocations;
        int[] nodes = new int[events.size()];
        first = new int[operations.size() + 2];
        for (int e = 0; e < nodes.length; e++) {
            nodes[e] = events.action(e) == MemoryAction.ALLOCATE ? nodeOfEvent(e) : Operations.NONE;
            if (nodes[e] != Operations.NONE) {
                first[nodes[e] + 2]++;
            }
        }
        for (int node = 2; node < first.length; node++) {
            first[node] += first[node - 1];
        }
        made = new int[first[first.length - 1]];
        for (int e = 0; e < nodes.length; e++) {
            if (nodes[e] != Operations.NONE) {
                // Each position ends at the start of the next node, so that all starts are right in the end.
                made[first[nodes[e] + 1]++] = allocations.ofEvent(e);
            }
        }
    }

    private int nodeOfEvent(int memoryEvent) {
        return operations.nodeOf(surroundings.track(memoryEvent), surroundings.innermost(memoryEvent));
    }

    /** Index of the first allocation of a node; its allocations end before the first one of the next node. */
    int first(int node) {
        return first[node];
    }

    int allocation(int index) {
        return made[index];
    }

    /** The node inside which something was allocated; {@link Operations#NONE} if there is none. */
    int nodeAround(int allocation) {
        int allocatedBy = allocations.allocatedBy(allocation);
        return allocatedBy == Allocations.NONE ? Operations.NONE : nodeOfEvent(allocatedBy);
    }

    boolean isFreedInside(int allocation, int node) {
        int freedBy = allocations.freedBy(allocation);
        return freedBy != Allocations.NONE && nodeOfEvent(freedBy) == node;
    }

    /** True if one function of the backward pass allocated and freed it, such as a part of the forward pass made again. */
    boolean isFreedByItsFunction(int allocation) {
        int allocatedBy = allocations.allocatedBy(allocation);
        int freedBy = allocations.freedBy(allocation);
        if (allocatedBy == Allocations.NONE || freedBy == Allocations.NONE) {
            return false;
        }
        int function = functionAround(allocatedBy);
        return function != TrackTree.ROOT
                && surroundings.track(allocatedBy) == surroundings.track(freedBy)
                && function == functionAround(freedBy);
    }

    /** The outermost function of the backward pass around a memory event, without the engine's event around that. */
    private int functionAround(int memoryEvent) {
        int function = TrackTree.ROOT;
        if (surroundings.track(memoryEvent) == MemoryEventContext.NONE) {
            return function;
        }
        TrackTree tree = surroundings.trees().get(surroundings.track(memoryEvent));
        for (int i = surroundings.innermost(memoryEvent); i != TrackTree.ROOT; i = tree.parent(i)) {
            if (tree.is(i, OperationRole.AUTOGRAD_FUNCTION)
                    && !tree.track().eventName(i).startsWith(PyTorch.EVALUATION_PREFIX)) {
                function = i;
            }
        }
        return function;
    }
}
