package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.trace.MemoryEvents;
import java.util.BitSet;

/**
 * Rule for the memory of optimizers: made from gradients, or in an optimizer's step, outside the backward pass.
 *
 * <p>Such memory is state if it is allocated in the optimizer's step and outlives it, or is updated, or written into
 * again and never freed, and is no parameter; the rest is temporary if it is freed again.
 */
final class OptimizerRule {
    private final GradientFlow gradients;

    OptimizerRule(GradientFlow gradients) {
        this.gradients = gradients;
    }

    void apply(CategoryEvidence evidence, Categories categories) {
        DataFlow flow = evidence.flow();
        Operations operations = evidence.operations();
        BitSet working = new BitSet();
        for (int node = 0; node < flow.nodes(); node++) {
            boolean optimizer = operations.is(node, OperationRole.OPTIMIZER);
            if (!operations.is(node, OperationRole.BACKWARD) && (optimizer || reads(flow, node, working, categories))) {
                for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
                    int value = flow.madeBy(edge);
                    if (value != DataFlow.NONE && !categories.isAllocationSet(flow.allocation(edge))) {
                        boolean kept = optimizer
                                ? gradients.isUpdate(value) && outlivesOptimizer(evidence, node, flow.allocation(edge))
                                : gradients.isUpdate(value) || isKept(evidence, value);
                        if (kept) {
                            categories.setAllocation(flow.allocation(edge), MemoryCategory.OPTIMIZER_STATE);
                        } else if (!optimizer) {
                            working.set(value);
                        }
                    }
                }
            }
        }
        allocatedByOptimizer(evidence, categories);
        for (int value = working.nextSetBit(0); value >= 0; value = working.nextSetBit(value + 1)) {
            if (evidence.allocations().freedBy(flow.allocationOf(value)) != Allocations.NONE) {
                categories.setValue(value, MemoryCategory.TEMPORARY);
            }
        }
    }

    /** True if a node reads a gradient, optimizer state, or a value made from these. */
    private static boolean reads(DataFlow flow, int node, BitSet working, Categories categories) {
        for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
            int read = flow.readBy(edge);
            if (read != DataFlow.NONE
                    && (working.get(read)
                            || categories.isAllocation(flow.allocation(edge), MemoryCategory.GRADIENT)
                            || categories.isAllocation(flow.allocation(edge), MemoryCategory.OPTIMIZER_STATE))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isKept(CategoryEvidence evidence, int value) {
        int allocation = evidence.flow().allocationOf(value);
        return evidence.flow().before(value) != DataFlow.NONE
                && evidence.allocations().freedBy(allocation) == Allocations.NONE;
    }

    private static void allocatedByOptimizer(CategoryEvidence evidence, Categories categories) {
        MemoryEvents events = evidence.events();
        for (int e = 0; e < events.size(); e++) {
            int event = evidence.surroundings().innermost(e);
            if (events.action(e) == MemoryAction.ALLOCATE && event != MemoryEventContext.NONE) {
                TrackTree tree = evidence.trees().get(evidence.surroundings().track(e));
                if (tree.is(event, OperationRole.OPTIMIZER)) {
                    int allocation = evidence.allocations().ofEvent(e);
                    boolean outlives = evidence.allocations().freedNanos(allocation) > endOfStep(tree, event);
                    categories.setAllocation(
                            allocation, outlives ? MemoryCategory.OPTIMIZER_STATE : MemoryCategory.TEMPORARY);
                }
            }
        }
    }

    private static boolean outlivesOptimizer(CategoryEvidence evidence, int node, int allocation) {
        long end = endOfStep(
                evidence.operations().tree(node), evidence.operations().event(node));
        return evidence.allocations().freedNanos(allocation) > end;
    }

    /** End of the optimizer's step around an event. */
    private static long endOfStep(TrackTree tree, int event) {
        int step = event;
        while (tree.parent(step) != TrackTree.ROOT && tree.is(tree.parent(step), OperationRole.OPTIMIZER)) {
            step = tree.parent(step);
        }
        return tree.endNanos(step);
    }
}
