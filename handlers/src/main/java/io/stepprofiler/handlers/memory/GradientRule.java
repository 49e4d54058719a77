package io.stepprofiler.handlers.memory;

import io.stepprofiler.trace.MemoryCategory;
import io.stepprofiler.trace.OpSignature;
import io.stepprofiler.trace.Operand;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;

/**
 * A gradient is what an accumulation writes into or puts out; if it says of neither, its first input, which PyTorch's
 * {@code AccumulateGrad} keeps as the gradient the first time.
 */
final class GradientRule implements CategoryRule {
    private final Trace trace;

    GradientRule(Trace trace) {
        this.trace = trace;
    }

    @Override
    public void apply(Evidence evidence, Categories categories) {
        DataFlow flow = evidence.flow();
        for (int node = 0; node < flow.nodes(); node++) {
            if (evidence.operations().is(node, Role.ACCUMULATION)) {
                for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
                    if (flow.madeBy(edge) != DataFlow.NONE) {
                        categories.setAllocation(flow.allocation(edge), MemoryCategory.GRADIENT);
                    }
                }
            }
        }
        for (TrackTree tree : evidence.trees()) {
            for (int i = 0; tree.track().hasSignatures() && i < tree.track().size(); i++) {
                if (tree.is(i, Role.ACCUMULATION)
                        && tree.is(i, Role.AUTOGRAD_FUNCTION)
                        && Operations.hasTensors(tree.track(), i)) {
                    accumulation(tree, i, evidence.allocations(), categories);
                }
            }
        }
    }

    private void accumulation(TrackTree tree, int event, Allocations allocations, Categories categories) {
        Track track = tree.track();
        OpSignature signature = trace.signature(track.signatureId(event));
        boolean saysWhatItWrites =
                signature.outputTensorCount() > 0 || signature.inputs().stream().anyMatch(Operand::isMutated);
        Tensors tensors = new Tensors(signature);
        for (int i = 0; i < track.tensorCount(event); i++) {
            boolean written = !tensors.isInput(i) || tensors.isMutated(i);
            if (track.tensor(event, i) != 0 && (saysWhatItWrites ? written : i == 0)) {
                long nanos = tensors.isInput(i) ? track.startNanos(event) : tree.endNanos(event);
                int allocation = allocations.findAgain(track.tensor(event, i), nanos);
                if (allocation != Allocations.NONE) {
                    categories.setAllocation(allocation, MemoryCategory.GRADIENT);
                }
            }
        }
    }
}
