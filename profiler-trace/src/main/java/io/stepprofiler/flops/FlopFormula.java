package io.stepprofiler.flops;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.Operand;
import io.stepprofiler.frameworks.PyTorch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Formulas for the floating point operations of an operation, from the dimensions of its inputs: the operations and
 * formulas of {@code torch.profiler}, where a multiplication with an addition counts as two.
 *
 * <p>Unlike there, elementwise addition and multiplication count the elements of the result, which has more elements
 * than the first input if that is broadcast. There is no figure for inputs that the operation would refuse, nor for a
 * result that does not fit into a long.
 */
enum FlopFormula {
    /** (input, weight, bias, stride, padding, dilation, groups): 2·N·Ho·Wo·kh·kw·Cin·Cout/groups. */
    CONV2D(Convolution2d::flops),
    /** (a, b): 2·M·N·K. */
    MM(inputs -> product(inputs, 0, 2)),
    /** (bias, a, b): 2·M·N·K. */
    ADDMM(inputs -> product(inputs, 1, 2)),
    /** (a, b): 2·B·M·N·K. */
    BMM(inputs -> product(inputs, 0, 3)),
    /** (bias, a, b): 2·B·M·N·K. */
    BADDBMM(inputs -> product(inputs, 1, 3)),
    // T8: the elements of the result, not of the first input.
    /** (a, b): the elements of the result. */
    ADD(FlopFormula::broadcast),
    /** (a, b): the elements of the result. */
    MUL(FlopFormula::broadcast);

    private static final Map<String, FlopFormula> BY_NAME =
            Map.of("conv2d", CONV2D, "mm", MM, "addmm", ADDMM, "bmm", BMM, "baddbmm", BADDBMM, "add", ADD, "mul", MUL);

    @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
    private final Function<List<Operand>, OptionalLong> formula;

    FlopFormula(Function<List<Operand>, OptionalLong> formula) {
        this.formula = formula;
    }

    /** The formula for a name such as {@code aten::mm} or {@code mm}. */
    static Optional<FlopFormula> of(String name) {
        return Optional.ofNullable(BY_NAME.get(PyTorch.withoutNamespace(name)));
    }

    /** The operations for these inputs, or {@link Flops#UNKNOWN}. */
    long flops(List<Operand> inputs) {
        try {
            return formula.apply(inputs).orElse(Flops.UNKNOWN);
        } catch (ArithmeticException tooLarge) {
            return Flops.UNKNOWN;
        }
    }

    /** The dimensions of an input if it is one tensor with valid dimensions; else {@link Dims#SCALAR}, of rank 0. */
    static Dims tensor(List<Operand> inputs, int index) {
        if (index >= inputs.size() || inputs.get(index).kind() != Operand.Kind.TENSOR) {
            return Dims.SCALAR;
        }
        Operand input = inputs.get(index);
        if (input.tensorCount() != 1) {
            return Dims.SCALAR;
        }
        Dims dims = input.dims().get(0);
        for (int i = 0; i < dims.rank(); i++) {
            if (dims.get(i) < 0) {
                return Dims.SCALAR;
            }
        }
        return dims;
    }

    private static OptionalLong product(List<Operand> inputs, int first, int rank) {
        Dims a = tensor(inputs, first);
        Dims b = tensor(inputs, first + 1);
        if (a.rank() != rank || b.rank() != rank || a.get(rank - 1) != b.get(rank - 2)) {
            return OptionalLong.empty();
        }
        long batch = rank == 3 ? a.get(0) : 1;
        if (rank == 3 && b.get(0) != batch) {
            return OptionalLong.empty();
        }
        return times(2, batch, a.get(rank - 2), a.get(rank - 1), b.get(rank - 1));
    }

    private static OptionalLong broadcast(List<Operand> inputs) {
        if (inputs.size() < 2 || !isNumeric(inputs.get(0)) || !isNumeric(inputs.get(1))) {
            return OptionalLong.empty();
        }
        Dims a = tensor(inputs, 0);
        Dims b = tensor(inputs, 1);
        long[] result = new long[Math.max(a.rank(), b.rank())];
        for (int i = 0; i < result.length; i++) {
            long fromA = i < a.rank() ? a.get(a.rank() - 1 - i) : 1;
            long fromB = i < b.rank() ? b.get(b.rank() - 1 - i) : 1;
            if (fromA != fromB && fromA != 1 && fromB != 1) {
                return OptionalLong.empty();
            }
            result[i] = fromA == 1 ? fromB : fromA;
        }
        return times(result);
    }

    /** True if an operand is a number, or a tensor with valid dimensions. */
    private static boolean isNumeric(Operand operand) {
        if (operand.kind() == Operand.Kind.SCALAR) {
            return true;
        }
        boolean isTensor = operand.kind() == Operand.Kind.TENSOR && operand.tensorCount() == 1;
        return isTensor
                && tensor(List.of(operand), 0).rank() == operand.dims().get(0).rank();
    }

    static OptionalLong times(long... factors) {
        long product = 1;
        for (long factor : factors) {
            if (factor == 0) {
                return OptionalLong.of(0);
            }
        }
        for (long factor : factors) {
            product = Math.multiplyExact(product, factor);
        }
        return OptionalLong.of(product);
    }
}
