package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryCategory;
import java.util.EnumSet;
import java.util.Set;

/**
 * An activation is made outside backward pass and optimizer from an input or another activation, and from nothing that
 * comes later than the forward pass.
 */
final class ActivationRule implements CategoryRule {
    private static final Set<MemoryCategory> SOURCES = EnumSet.of(MemoryCategory.INPUT, MemoryCategory.ACTIVATION);
    private static final Set<MemoryCategory> LATER =
            EnumSet.of(MemoryCategory.GRADIENT, MemoryCategory.OPTIMIZER_STATE, MemoryCategory.AUTOGRAD_DETAIL);

    @Override
    public void apply(Evidence evidence, Categories categories) {
        DataFlow flow = evidence.flow();
        // Nodes are in the order of time, so one pass takes the flood all the way.
        for (int node = 0; node < flow.nodes(); node++) {
            if (!evidence.operations().is(node, Role.BACKWARD | Role.OPTIMIZER) && isForward(flow, node, categories)) {
                for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
                    if (flow.madeBy(edge) != DataFlow.NONE) {
                        categories.setValue(flow.madeBy(edge), MemoryCategory.ACTIVATION);
                    }
                }
            }
        }
    }

    private static boolean isForward(DataFlow flow, int node, Categories categories) {
        boolean flooded = false;
        for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
            if (flow.readBy(edge) != DataFlow.NONE) {
                MemoryCategory category = categories.ofValue(flow.readBy(edge));
                if (LATER.contains(category)) {
                    return false;
                }
                flooded |= SOURCES.contains(category);
            }
        }
        return flooded;
    }
}
