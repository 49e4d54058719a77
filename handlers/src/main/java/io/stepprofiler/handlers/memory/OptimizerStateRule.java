package io.stepprofiler.handlers.memory;

import io.stepprofiler.trace.MemoryAction;
import io.stepprofiler.trace.MemoryCategory;
import io.stepprofiler.trace.MemoryEvents;

/**
 * What an optimizer keeps is allocated in its step and outlives it, or is updated in its step or straight from a gradient
 * and is no parameter.
 */
final class OptimizerStateRule implements CategoryRule {
    private final GradientFlow gradients;

    OptimizerStateRule(GradientFlow gradients) {
        this.gradients = gradients;
    }

    @Override
    public void apply(Evidence evidence, Categories categories) {
        DataFlow flow = evidence.flow();
        Operations operations = evidence.operations();
        for (int value = 0; value < flow.values(); value++) {
            int allocation = flow.allocationOf(value);
            if (gradients.isUpdate(value) && !categories.isAllocationSet(allocation)) {
                int maker = flow.maker(value);
                boolean kept = operations.is(maker, Role.OPTIMIZER)
                        ? outlivesOptimizer(evidence, operations.tree(maker), operations.event(maker), allocation)
                        : readsGradient(flow, maker, categories);
                if (kept) {
                    categories.setAllocation(allocation, MemoryCategory.OPTIMIZER_STATE);
                }
            }
        }
        MemoryEvents events = evidence.events();
        for (int e = 0; e < events.size(); e++) {
            int event = evidence.surroundings().innermost(e);
            if (events.action(e) == MemoryAction.ALLOCATE && event != Surroundings.NONE) {
                TrackTree tree = evidence.trees().get(evidence.surroundings().track(e));
                int allocation = evidence.allocations().ofEvent(e);
                if (outlivesOptimizer(evidence, tree, event, allocation)) {
                    categories.setAllocation(allocation, MemoryCategory.OPTIMIZER_STATE);
                }
            }
        }
    }

    private static boolean readsGradient(DataFlow flow, int node, Categories categories) {
        for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
            if (flow.readBy(edge) != DataFlow.NONE
                    && categories.isAllocation(flow.allocation(edge), MemoryCategory.GRADIENT)) {
                return true;
            }
        }
        return false;
    }

    /** Whether an event is inside an optimizer's step, and an allocation alive when that ends. */
    private static boolean outlivesOptimizer(Evidence evidence, TrackTree tree, int event, int allocation) {
        if (!tree.is(event, Role.OPTIMIZER)) {
            return false;
        }
        int step = event;
        while (tree.parent(step) != TrackTree.ROOT && tree.is(tree.parent(step), Role.OPTIMIZER)) {
            step = tree.parent(step);
        }
        return evidence.allocations().freedNanos(allocation) > tree.endNanos(step);
    }
}
