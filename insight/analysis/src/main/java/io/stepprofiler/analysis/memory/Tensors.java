package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import java.util.List;

/** The tensors of a signature, in the order in which operations list their storages. */
final class Tensors {
    private final int inputs;
    private final boolean[] mutated;
    private final long[] bytes;

    Tensors(OpSignature signature) {
        inputs = signature.inputTensorCount();
        mutated = new boolean[inputs];
        bytes = new long[inputs + signature.outputTensorCount()];
        int at = add(signature.inputs(), 0);
        add(signature.outputs(), at);
    }

    private int add(List<Operand> operands, int from) {
        int at = from;
        for (Operand operand : operands) {
            for (int i = 0; i < operand.tensorCount(); i++) {
                if (at < inputs) {
                    mutated[at] = operand.isMutated();
                }
                bytes[at++] = elements(operand, i) * operand.elementType().bytes();
            }
        }
        return at;
    }

    /** Number of elements of the storage that a tensor needs: fewer than its own if a stride is 0. */
    private static long elements(Operand operand, int tensor) {
        Dims dims = operand.dims().get(tensor);
        if (tensor >= operand.strides().size() || operand.strides().get(tensor).rank() != dims.rank()) {
            return dims.count();
        }
        Dims strides = operand.strides().get(tensor);
        long last = 0;
        for (int i = 0; i < dims.rank(); i++) {
            if (dims.get(i) == 0) {
                return 0;
            }
            last += (dims.get(i) - 1) * strides.get(i);
        }
        return last + 1;
    }

    int inputs() {
        return inputs;
    }

    boolean isInput(int tensor) {
        return tensor < inputs;
    }

    boolean isMutated(int tensor) {
        return tensor < inputs && mutated[tensor];
    }

    /** The bytes of the storage that a tensor needs at least; 0 if not known. */
    long bytes(int tensor) {
        return tensor < bytes.length ? bytes[tensor] : 0;
    }
}
