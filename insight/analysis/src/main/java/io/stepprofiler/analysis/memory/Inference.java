package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Set;

/**
 * Applies the rules in the order of PyTorch's memory profiler: the first one that fits decides. Each rule assigns one
 * category to memory without a category.
 */
final class Inference {
    private static final Set<MemoryCategory> SOURCES = EnumSet.of(MemoryCategory.INPUT, MemoryCategory.ACTIVATION);
    private static final Set<MemoryCategory> LATER =
            EnumSet.of(MemoryCategory.GRADIENT, MemoryCategory.OPTIMIZER_STATE, MemoryCategory.AUTOGRAD_DETAIL);

    private final CategoryEvidence evidence;
    private final DataFlow flow;
    private final Categories categories;

    private Inference(CategoryEvidence evidence) {
        this.evidence = evidence;
        flow = evidence.flow();
        categories = new Categories(flow, evidence.allocations().size());
        stated();
    }

    static Categories stated(CategoryEvidence evidence) {
        return new Inference(evidence).categories;
    }

    static Categories all(Trace trace, CategoryEvidence evidence) {
        Inference inference = new Inference(evidence);
        inference.inferAll(trace);
        return inference.categories;
    }

    private void inferAll(Trace trace) {
        new GradientRule(trace).apply(evidence, categories);
        temporaries();
        GradientFlow gradients = new GradientFlow(evidence, categories);
        parameters(gradients);
        inputs(gradients);
        activations();
        new OptimizerRule(gradients).apply(evidence, categories);
        updates();
        autogradDetails();
    }

    private boolean isBackward(int node) {
        return node != DataFlow.NONE && evidence.operations().is(node, OperationRole.BACKWARD);
    }

    /** Stated categories hold for the whole life of an allocation; of two statements the later one counts. */
    private void stated() {
        MemoryEvents events = evidence.events();
        for (int e = 0; e < events.size(); e++) {
            MemoryCategory category = events.category(e);
            int allocation = evidence.allocations().ofEvent(e);
            if (category != MemoryCategory.UNKNOWN
                    && allocation != Allocations.NONE
                    && events.action(e) != MemoryAction.FREE) {
                categories.state(allocation, category);
            }
        }
    }

    /** A temporary is allocated and freed within one operation, or one function of the backward pass. */
    private void temporaries() {
        MadeInside made = evidence.made();
        for (int node = 0; node < flow.nodes(); node++) {
            for (int i = made.first(node); i < made.first(node + 1); i++) {
                if (made.isFreedInside(made.allocation(i), node)) {
                    categories.setAllocation(made.allocation(i), MemoryCategory.TEMPORARY);
                }
            }
        }
        for (int allocation = 0; allocation < evidence.allocations().size(); allocation++) {
            if (made.isFreedByItsFunction(allocation)) {
                categories.setAllocation(allocation, MemoryCategory.TEMPORARY);
            }
        }
    }

    /**
     * A parameter is updated, and used elsewhere: a gradient follows from it, or, if gradients are not known, an
     * operation outside the optimizer's step reads it.
     */
    private void parameters(GradientFlow gradients) {
        BitSet used = used(gradients);
        for (int value = 0; value < flow.values(); value++) {
            if (gradients.isUpdate(value) && used.get(flow.allocationOf(value))) {
                categories.setAllocation(flow.allocationOf(value), MemoryCategory.PARAMETER);
            }
        }
    }

    private BitSet used(GradientFlow gradients) {
        BitSet used = new BitSet();
        BitSet updatedByOptimizer = new BitSet();
        for (int value = 0; value < flow.values(); value++) {
            if (gradients.contributes(value)) {
                used.set(flow.allocationOf(value));
            }
            if (gradients.isUpdate(value) && evidence.operations().is(flow.maker(value), OperationRole.OPTIMIZER)) {
                updatedByOptimizer.set(flow.allocationOf(value));
            }
        }
        for (int node = 0; node < flow.nodes(); node++) {
            boolean optimizer = evidence.operations().is(node, OperationRole.OPTIMIZER);
            for (int edge = flow.firstEdge(node); !optimizer && edge < flow.firstEdge(node + 1); edge++) {
                if (flow.readBy(edge) != DataFlow.NONE && updatedByOptimizer.get(flow.allocation(edge))) {
                    used.set(flow.allocation(edge));
                }
            }
        }
        return used;
    }

    /** An input contributes to a gradient, follows from none, and is not made by the backward pass. */
    private void inputs(GradientFlow gradients) {
        for (int value = 0; value < flow.values(); value++) {
            if (gradients.contributes(value)
                    && !isBackward(flow.maker(value))
                    && !gradients.depends(flow.allocationOf(value))) {
                categories.setValue(value, MemoryCategory.INPUT);
            }
        }
    }

    /**
     * An activation is made outside the backward pass and the optimizer, from an input or another activation, and from
     * nothing later than the forward pass.
     */
    private void activations() {
        // Nodes are in the order of time, so one pass reaches all activations.
        for (int node = 0; node < flow.nodes(); node++) {
            if (!evidence.operations().is(node, OperationRole.BACKWARD | OperationRole.OPTIMIZER) && isForward(node)) {
                for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
                    if (flow.madeBy(edge) != DataFlow.NONE) {
                        categories.setValue(flow.madeBy(edge), MemoryCategory.ACTIVATION);
                    }
                }
            }
        }
    }

    private boolean isForward(int node) {
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

    /**
     * A value that only updates of parameters use is temporary if it is freed again, such as the decay of weights,
     * which follows from the parameter and from no gradient.
     */
    private void updates() {
        BitSet scratch = new BitSet();
        // Nodes are in the order of time, so one pass from the end finds all such values.
        for (int node = flow.nodes() - 1; node >= 0; node--) {
            if (!isBackward(node) && leadsToUpdate(node, scratch)) {
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

    /** True if a node writes a new version of a parameter, or a value that becomes part of one. */
    private boolean leadsToUpdate(int node, BitSet scratch) {
        for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
            int made = flow.madeBy(edge);
            if (made != DataFlow.NONE && (scratch.get(made) || isNewVersion(made))) {
                return true;
            }
        }
        return false;
    }

    private boolean isNewVersion(int value) {
        return flow.before(value) != DataFlow.NONE
                && categories.isAllocation(flow.allocationOf(value), MemoryCategory.PARAMETER);
    }

    /** Other values that the backward pass makes are autograd details. */
    private void autogradDetails() {
        for (int value = 0; value < flow.values(); value++) {
            if (isBackward(flow.maker(value))) {
                categories.setValue(value, MemoryCategory.AUTOGRAD_DETAIL);
            }
        }
    }
}
