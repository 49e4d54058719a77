package io.stepprofiler.analysis.functions;

import io.stepprofiler.analysis.window.Program;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Identity of an operation: its name, and the types, shapes and attributes that it is called with.
 *
 * <p>Floating point values, such as a learning rate, may change with each call and are left out; integers, booleans and
 * lists of integers, such as the strides of a convolution, are attributes.
 *
 * @param name name, such as {@code aten::mm}
 * @param layer where it runs
 * @param signature what it is called with; {@link OpSignature#UNKNOWN} if not known
 */
public record OperationSignature(String name, Layer layer, OpSignature signature) {
    /** Stands for a floating point value. */
    static final String ANY_VALUE = "*";

    private static final String FLOATING = "[-+]?(?:\\d+\\.\\d*(?:[eE][-+]?\\d+)?|\\d+[eE][-+]?\\d+|NaN|Infinity)";

    /** Possessive, because backtracking in a list takes a stack frame for each element. */
    private static final String FLOATINGS = FLOATING + "(?:,\\s*" + FLOATING + ")*+";

    /** Refuses null. */
    public OperationSignature {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(layer, "layer");
        Objects.requireNonNull(signature, "signature");
    }

    static OperationSignature of(String name, Program program, OpSignature signature) {
        return new OperationSignature(
                name,
                Layer.of(name, program),
                new OpSignature(signature.overload(), withoutValues(signature.inputs()), signature.outputs(), -1));
    }

    /** This operation with an unknown signature. */
    OperationSignature withAnything() {
        return new OperationSignature(name, layer, OpSignature.UNKNOWN);
    }

    /** {@return this operation without the strides of its tensors} */
    public OperationSignature withoutStrides() {
        boolean hasAny = Stream.concat(signature.inputs().stream(), signature.outputs().stream())
                .anyMatch(operand -> !operand.strides().isEmpty());
        return hasAny
                ? new OperationSignature(
                        name,
                        layer,
                        new OpSignature(
                                signature.overload(),
                                withoutStrides(signature.inputs()),
                                withoutStrides(signature.outputs()),
                                -1))
                : this;
    }

    private static List<Operand> withoutStrides(List<Operand> operands) {
        return operands.stream().map(operand -> operand.withStrides()).toList();
    }

    private static List<Operand> withoutValues(List<Operand> operands) {
        return operands.stream().map(OperationSignature::withoutValue).toList();
    }

    private static Operand withoutValue(Operand operand) {
        String text = operand.kind() == Operand.Kind.SCALAR || operand.kind() == Operand.Kind.SCALAR_LIST
                ? withoutFloatingPoint(operand.text())
                : operand.text();
        return text.equals(operand.text())
                ? operand
                : new Operand(
                        operand.kind(),
                        operand.elementType(),
                        operand.dims(),
                        operand.strides(),
                        text,
                        operand.isMutated());
    }

    private static String withoutFloatingPoint(String text) {
        if (text.matches(FLOATING)) {
            return ANY_VALUE;
        }
        boolean isList = text.startsWith("[") && text.endsWith("]");
        return isList && text.substring(1, text.length() - 1).matches(FLOATINGS) ? ANY_VALUE : text;
    }

    /** {@return the name, overload and inputs, such as {@code aten::mm(float[2, 3], float[3, 4])}} */
    public String text() {
        String full = signature.overload().isEmpty() ? name : name + "." + signature.overload();
        return signature.inputs().isEmpty()
                ? full
                : signature.inputs().stream()
                        .map(OperationSignature::text)
                        .collect(Collectors.joining(", ", full + "(", ")"));
    }

    private static String text(Operand operand) {
        return switch (operand.kind()) {
            case NONE -> "-";
            case TENSOR, TENSOR_LIST -> shortName(operand) + operand.dimsText();
            case SCALAR, SCALAR_LIST, OTHER -> operand.text().isEmpty() ? "?" : operand.text();
        };
    }

    private static String shortName(Operand operand) {
        return operand.elementType().name().toLowerCase(Locale.ROOT);
    }
}
