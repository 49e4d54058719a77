package io.stepprofiler.event;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * One input or output of an operation, without its data.
 *
 * @param kind its kind
 * @param elementType type of a tensor's elements; {@link ElementType#UNKNOWN} for everything else
 * @param dims the dimensions of the tensor, or of each tensor of a list; empty for everything else
 * @param strides the distance between neighbours in each dimension, in elements, for each of {@code dims}; empty if not
 *     known
 * @param text the value of an operand that is no tensor, such as {@code 0.5} or {@code [1, 1]}; empty if not known
 * @param isMutated whether the operation writes into it
 */
public record Operand(
        Kind kind, ElementType elementType, List<Dims> dims, List<Dims> strides, String text, boolean isMutated) {
    /** Kind of an operand, with the name that PyTorch's traces have for it. */
    public enum Kind {
        /** Absent. */
        NONE(""),
        /** One tensor; its type is its element type. */
        TENSOR(""),
        /** Several tensors. */
        TENSOR_LIST("TensorList"),
        /** A number or truth value. */
        SCALAR("Scalar"),
        /** Several numbers. */
        SCALAR_LIST("ScalarList"),
        /** Anything else, such as a text. */
        OTHER("");

        private final String torchName;

        Kind(String torchName) {
            this.torchName = torchName;
        }
    }

    /** An absent operand. */
    public static final Operand ABSENT = new Operand(Kind.NONE, ElementType.UNKNOWN, List.of(), List.of(), "", false);

    /** Copies the lists. */
    public Operand {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(elementType, "elementType");
        Objects.requireNonNull(text, "text");
        dims = List.copyOf(dims);
        strides = List.copyOf(strides);
    }

    /**
     * {@return a tensor}
     *
     * @param elementType the type of its elements
     * @param dims its dimensions
     */
    public static Operand tensor(ElementType elementType, Dims dims) {
        return new Operand(Kind.TENSOR, elementType, List.of(dims), List.of(), "", false);
    }

    /**
     * {@return several tensors}
     *
     * @param elementType the type of their elements
     * @param dims the dimensions of each
     */
    public static Operand tensors(ElementType elementType, List<Dims> dims) {
        return new Operand(Kind.TENSOR_LIST, elementType, dims, List.of(), "", false);
    }

    /**
     * {@return a number or truth value}
     *
     * @param text its value
     */
    public static Operand scalar(String text) {
        return new Operand(Kind.SCALAR, ElementType.UNKNOWN, List.of(), List.of(), text, false);
    }

    /**
     * {@return several numbers}
     *
     * @param numbers their values
     */
    public static Operand scalars(long... numbers) {
        return new Operand(
                Kind.SCALAR_LIST,
                ElementType.UNKNOWN,
                List.of(),
                List.of(),
                Dims.of(numbers).toString(),
                false);
    }

    /**
     * {@return several numbers}
     *
     * @param numbers their values
     */
    public static Operand scalars(double... numbers) {
        return new Operand(
                Kind.SCALAR_LIST, ElementType.UNKNOWN, List.of(), List.of(), Arrays.toString(numbers), false);
    }

    /**
     * {@return an operand of another kind, such as a text}
     *
     * @param text its value
     */
    public static Operand other(String text) {
        return new Operand(Kind.OTHER, ElementType.UNKNOWN, List.of(), List.of(), text, false);
    }

    /**
     * {@return this operand with strides}
     *
     * @param each the strides of each tensor
     */
    public Operand withStrides(Dims... each) {
        return new Operand(kind, elementType, dims, List.of(each), text, isMutated);
    }

    /** {@return this operand, marked as written by the operation} */
    public Operand mutated() {
        return new Operand(kind, elementType, dims, strides, text, true);
    }

    /** {@return the number of tensors in it} */
    public int tensorCount() {
        return dims.size();
    }

    /** {@return the name of its type in PyTorch's traces, such as {@code float} or {@code Scalar}} */
    public String torchType() {
        return kind == Kind.TENSOR ? elementType.torchName() : kind.torchName;
    }

    /** {@return the dimensions as PyTorch writes them: {@code [2, 3]}, {@code [[2, 3], [4]]} for a list, {@code []}} */
    public String dimsText() {
        return text(dims);
    }

    /** {@return the strides as PyTorch writes them, in the form of {@link #dimsText()}} */
    public String stridesText() {
        return text(strides);
    }

    private String text(List<Dims> each) {
        if (kind == Kind.TENSOR_LIST) {
            return each.stream().map(Dims::toString).collect(Collectors.joining(", ", "[", "]"));
        }
        return each.isEmpty() ? "[]" : each.get(0).toString();
    }
}
