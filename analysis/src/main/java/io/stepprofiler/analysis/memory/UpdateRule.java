package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryCategory;
import java.util.BitSet;

/**
 * What only the update of a parameter is made from is temporary if it is freed again: the decay of weights, say, which
 * follows from the parameter and from no gradient.
 */
final class UpdateRule implements CategoryRule {
    @Override
    public void apply(Evidence evidence, Categories categories) {
        DataFlow flow = evidence.flow();
        BitSet scratch = new BitSet();
        // Nodes are in the order of time, so one pass from the end goes all the way back.
        for (int node = flow.nodes() - 1; node >= 0; node--) {
            if (!evidence.operations().is(node, Role.BACKWARD) && leadsToUpdate(flow, node, scratch, categories)) {
                for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
                    int read = flow.readBy(edge);
                    if (read != DataFlow.NONE && categories.ofValue(read) == MemoryCategory.UNKNOWN) {
                        scratch.set(read);
                    }
                }
            }
        }
        for (int value = scratch.nextSetBit(0); value >= 0; value = scratch.nextSetBit(value + 1)) {
            if (evidence.allocations().freedBy(flow.allocationOf(value)) != Allocations.NONE) {
                categories.setValue(value, MemoryCategory.TEMPORARY);
            }
        }
    }

    /** Whether a node writes a new version of a parameter, or makes what becomes part of one. */
    private static boolean leadsToUpdate(DataFlow flow, int node, BitSet scratch, Categories categories) {
        for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
            int made = flow.madeBy(edge);
            if (made != DataFlow.NONE && (scratch.get(made) || isNewVersion(flow, made, categories))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNewVersion(DataFlow flow, int value, Categories categories) {
        return flow.before(value) != DataFlow.NONE
                && categories.isAllocation(flow.allocationOf(value), MemoryCategory.PARAMETER);
    }
}
