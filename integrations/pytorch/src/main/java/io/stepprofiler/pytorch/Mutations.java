package io.stepprofiler.pytorch;

import io.stepprofiler.event.Operand;
import io.stepprofiler.pytorch.OperationNames.OperationName;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Tensors that an operation writes into, by the rules for the names of PyTorch's operators: a name that ends in one
 * underscore writes into the first tensors, an overload for results into the last.
 *
 * @see <a href="https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/README.md">the rules</a>
 */
final class Mutations {
    private static final Set<String> FOR_RESULTS = Set.of("out", "grad_input");

    private Mutations() {}

    /** Marks the operands of an operation that it writes into. */
    static List<Operand> mark(OperationName name, List<Operand> operands) {
        int written = written(name, operands);
        if (written < 0) {
            return operands;
        }
        List<Operand> marked = new ArrayList<>(operands);
        marked.set(written, marked.get(written).mutated());
        return marked;
    }

    private static int written(OperationName name, List<Operand> operands) {
        if (isInPlace(name.name())) {
            return indexOfTensors(operands, 0, 1);
        }
        return isForResult(name.overload()) ? indexOfTensors(operands, operands.size() - 1, -1) : -1;
    }

    private static boolean isInPlace(String name) {
        return name.startsWith("aten::") && name.endsWith("_") && !name.endsWith("__");
    }

    private static boolean isForResult(String overload) {
        return FOR_RESULTS.contains(overload) || overload.endsWith("_out");
    }

    private static int indexOfTensors(List<Operand> operands, int from, int step) {
        for (int i = from; i >= 0 && i < operands.size(); i += step) {
            if (operands.get(i).tensorCount() > 0) {
                return i;
            }
        }
        return -1;
    }
}
