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
        for (int value = 0; value < flow.values(); value++) {
            if (gradients.isUpdate(value)
                    && (evidence.operations().is(flow.maker(value), Role.OPTIMIZER)
                            || readsGradient(flow, flow.maker(value), categories))) {
                categories.setAllocation(flow.allocationOf(value), MemoryCategory.OPTIMIZER_STATE);
            }
        }
        MemoryEvents events = evidence.events();
        for (int e = 0; e < events.size(); e++) {
            if (events.action(e) == MemoryAction.ALLOCATE && outlivesOptimizer(evidence, e)) {
                categories.setAllocation(evidence.allocations().ofEvent(e), MemoryCategory.OPTIMIZER_STATE);
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

    private static boolean outlivesOptimizer(Evidence evidence, int memoryEvent) {
        int event = evidence.surroundings().innermost(memoryEvent);
        if (event == Surroundings.NONE) {
            return false;
        }
        TrackTree tree = evidence.trees().get(evidence.surroundings().track(memoryEvent));
        if (!tree.is(event, Role.OPTIMIZER)) {
            return false;
        }
        while (tree.parent(event) != TrackTree.ROOT && tree.is(tree.parent(event), Role.OPTIMIZER)) {
            event = tree.parent(event);
        }
        int allocation = evidence.allocations().ofEvent(memoryEvent);
        return evidence.allocations().freedNanos(allocation) > tree.endNanos(event);
    }
}
