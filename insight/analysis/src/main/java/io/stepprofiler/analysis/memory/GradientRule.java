package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.BitSet;

/**
 * Rule for gradients: memory that an accumulation writes into or returns. PyTorch's {@code AccumulateGrad} records
 * neither, but the operations inside it do: {@code aten::add_} into the existing gradient, or {@code aten::detach} of
 * the tensor that becomes the gradient. If nothing inside it was recorded, its first input is the gradient if it
 * outlives the accumulation: a tensor that was added to a gradient does not.
 */
final class GradientRule {
    private final Trace trace;

    GradientRule(Trace trace) {
        this.trace = trace;
    }

    void apply(CategoryEvidence evidence, Categories categories) {
        DataFlow flow = evidence.flow();
        for (int node = 0; node < flow.nodes(); node++) {
            if (evidence.operations().is(node, OperationRole.ACCUMULATION)) {
                for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
                    if (flow.madeBy(edge) != DataFlow.NONE) {
                        categories.setAllocation(flow.allocation(edge), MemoryCategory.GRADIENT);
                    }
                }
            }
        }
        for (TrackTree tree : evidence.trees()) {
            if (tree.track().hasSignatures()) {
                accumulations(tree, evidence.allocations(), categories);
            }
        }
    }

    private void accumulations(TrackTree tree, Allocations allocations, Categories categories) {
        Track track = tree.track();
        BitSet decided = new BitSet();
        // From the end, so that inner events come before outer ones.
        for (int i = track.size() - 1; i >= 0; i--) {
            if (tree.is(i, OperationRole.ACCUMULATION) && Operations.hasTensors(track, i)) {
                if (!tree.is(i, OperationRole.AUTOGRAD_FUNCTION)) {
                    if (tree.parent(i) != TrackTree.ROOT) {
                        decided.set(tree.parent(i));
                    }
                    // It keeps the input of the accumulation as the gradient.
                    if (track.eventName(i).equals(PyTorch.DETACH)) {
                        mark(track, i, 0, track.startNanos(i), allocations, categories);
                    }
                } else if (!decided.get(i)) {
                    alone(tree, i, allocations, categories);
                }
            }
        }
    }

    /** Marks the gradient of an accumulation without recorded operations inside. */
    private void alone(TrackTree tree, int event, Allocations allocations, Categories categories) {
        Track track = tree.track();
        OpSignature signature = trace.signature(track.signatureId(event));
        boolean saysWhatItWrites =
                signature.outputTensorCount() > 0 || signature.inputs().stream().anyMatch(Operand::isMutated);
        if (!saysWhatItWrites) {
            int allocation = find(track, event, 0, track.startNanos(event), allocations);
            if (allocation != Allocations.NONE && allocations.freedNanos(allocation) > endOfAll(tree, event)) {
                categories.setAllocation(allocation, MemoryCategory.GRADIENT);
            }
            return;
        }
        Tensors tensors = new Tensors(signature);
        for (int i = 0; i < track.tensorCount(event); i++) {
            if (!tensors.isInput(i) || tensors.isMutated(i)) {
                long nanos = tensors.isInput(i) ? track.startNanos(event) : tree.endNanos(event);
                mark(track, event, i, nanos, allocations, categories);
            }
        }
    }

    /** End of the outermost accumulation around an event: the engine then releases the tensor that it passed in. */
    private static long endOfAll(TrackTree tree, int event) {
        int outermost = event;
        while (tree.parent(outermost) != TrackTree.ROOT
                && tree.is(tree.parent(outermost), OperationRole.ACCUMULATION)) {
            outermost = tree.parent(outermost);
        }
        return tree.endNanos(outermost);
    }

    private static void mark(
            Track track, int event, int tensor, long nanos, Allocations allocations, Categories categories) {
        int allocation = find(track, event, tensor, nanos, allocations);
        if (allocation != Allocations.NONE) {
            categories.setAllocation(allocation, MemoryCategory.GRADIENT);
        }
    }

    private static int find(Track track, int event, int tensor, long nanos, Allocations allocations) {
        long address = track.tensor(event, tensor);
        return address == 0 ? Allocations.NONE : allocations.findAgain(address, nanos);
    }
}
