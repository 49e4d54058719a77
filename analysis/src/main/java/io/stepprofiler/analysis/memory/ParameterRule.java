package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryCategory;
import java.util.BitSet;

/**
 * A parameter is updated, and used by others than the update: a gradient follows from it, or, where gradients are not
 * known, an operation outside the optimizer's step reads it.
 */
final class ParameterRule implements CategoryRule {
    private final GradientFlow gradients;

    ParameterRule(GradientFlow gradients) {
        this.gradients = gradients;
    }

    @Override
    public void apply(Evidence evidence, Categories categories) {
        BitSet used = used(evidence);
        DataFlow flow = evidence.flow();
        for (int value = 0; value < flow.values(); value++) {
            if (gradients.isUpdate(value) && used.get(flow.allocationOf(value))) {
                categories.setAllocation(flow.allocationOf(value), MemoryCategory.PARAMETER);
            }
        }
    }

    private BitSet used(Evidence evidence) {
        DataFlow flow = evidence.flow();
        BitSet used = new BitSet();
        BitSet updatedByOptimizer = new BitSet();
        for (int value = 0; value < flow.values(); value++) {
            if (gradients.contributes(value)) {
                used.set(flow.allocationOf(value));
            }
            if (gradients.isUpdate(value) && evidence.operations().is(flow.maker(value), Role.OPTIMIZER)) {
                updatedByOptimizer.set(flow.allocationOf(value));
            }
        }
        for (int node = 0; node < flow.nodes(); node++) {
            boolean optimizer = evidence.operations().is(node, Role.OPTIMIZER);
            for (int edge = flow.firstEdge(node); !optimizer && edge < flow.firstEdge(node + 1); edge++) {
                if (flow.readBy(edge) != DataFlow.NONE && updatedByOptimizer.get(flow.allocation(edge))) {
                    used.set(flow.allocation(edge));
                }
            }
        }
        return used;
    }
}
