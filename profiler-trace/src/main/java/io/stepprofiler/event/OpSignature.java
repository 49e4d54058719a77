package io.stepprofiler.event;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Signature of an operation: types, shapes and values of its inputs and outputs. Operations called alike share one.
 *
 * @param overload name of the overload, such as {@code Tensor}; empty if there is one only
 * @param inputs the inputs, in their order
 * @param outputs the outputs, in their order; empty if not known
 * @param flops floating point operations that a call takes, as its reporter says; -1 if not known
 */
public record OpSignature(String overload, List<Operand> inputs, List<Operand> outputs, long flops) {
    /** The signature of an operation without known operands. */
    public static final OpSignature UNKNOWN = new OpSignature("", List.of(), List.of(), -1);

    /** Copies the lists. */
    public OpSignature {
        Objects.requireNonNull(overload, "overload");
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }

    /**
     * {@return the signature of an operation with these inputs and nothing else}
     *
     * @param inputs the inputs
     */
    public static OpSignature of(Operand... inputs) {
        return new OpSignature("", List.of(inputs), List.of(), -1);
    }

    /**
     * {@return this signature with outputs}
     *
     * @param each the outputs
     */
    public OpSignature withOutputs(Operand... each) {
        return new OpSignature(overload, inputs, List.of(each), flops);
    }

    /** {@return the dimensions of all inputs as PyTorch writes them, such as {@code [[64, 784], [784, 10], []]}} */
    public String inputDimsText() {
        return inputs.stream().map(Operand::dimsText).collect(Collectors.joining(", ", "[", "]"));
    }

    /** {@return the number of tensors among the inputs, including tensors in lists} */
    public int inputTensorCount() {
        return inputs.stream().mapToInt(Operand::tensorCount).sum();
    }

    /** {@return the number of tensors among the outputs, including tensors in lists} */
    public int outputTensorCount() {
        return outputs.stream().mapToInt(Operand::tensorCount).sum();
    }
}
