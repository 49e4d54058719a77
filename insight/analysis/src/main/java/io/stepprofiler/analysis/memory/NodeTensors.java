package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tensors of the nodes of a complete data flow, with their shapes and allocations. */
final class NodeTensors {
    static final int NONE = -1;

    private final Trace trace;
    private final Operations operations;
    private final Allocations allocations;
    private final @Nullable Tensors[] known;

    NodeTensors(Trace trace, Operations operations, Allocations allocations) {
        this.trace = trace;
        this.operations = operations;
        this.allocations = allocations;
        known = new Tensors[trace.signatureCount()];
    }

    int count(int node) {
        return operations.track(node).tensorCount(operations.event(node));
    }

    int signature(int node) {
        return operations.track(node).signatureId(operations.event(node));
    }

    Tensors of(int signature) {
        Tensors tensors = known[signature];
        if (tensors == null) {
            tensors = new Tensors(trace.signature(signature));
            known[signature] = tensors;
        }
        return tensors;
    }

    /** True if no output of a node is recorded. */
    boolean hasNoOutputs(int node) {
        return count(node) <= of(signature(node)).inputs();
    }

    /** The allocation that a tensor of a node is in; {@link Allocations#NONE} if not known. */
    int allocation(int node, int tensor) {
        Track track = operations.track(node);
        long address = track.tensor(operations.event(node), tensor);
        if (address == 0) {
            return Allocations.NONE;
        }
        boolean isInput = of(signature(node)).isInput(tensor);
        return allocations.findAgain(address, isInput ? operations.startNanos(node) : operations.endNanos(node));
    }

    /** Type and shape of a tensor, such as {@code float [64, 10]}. */
    String shape(int signature, int tensor) {
        OpSignature whole = trace.signature(signature);
        int inputs = whole.inputTensorCount();
        return tensor < inputs ? shape(whole.inputs(), tensor) : shape(whole.outputs(), tensor - inputs);
    }

    private static String shape(List<Operand> operands, int tensor) {
        int rest = tensor;
        for (Operand operand : operands) {
            if (rest < operand.tensorCount()) {
                Dims dims = operand.dims().get(rest);
                String type = operand.elementType().torchName();
                return (type.isEmpty() ? "?" : type) + " " + dims;
            }
            rest -= operand.tensorCount();
        }
        return "";
    }
}
