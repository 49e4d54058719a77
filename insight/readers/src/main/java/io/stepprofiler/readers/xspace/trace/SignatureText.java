package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Parser of the signature of an operation, from the lists of operands that this profiler writes: {@code [[64, 784],
 * []]}.
 */
final class SignatureText {
    private static final Map<String, ElementType> TYPES = new HashMap<>();
    private static final Pattern ESCAPED = Pattern.compile("\\\\(.)", Pattern.DOTALL);

    static {
        for (ElementType type : ElementType.values()) {
            TYPES.put(type.torchName(), type);
        }
    }

    private final Map<String, String> texts = new HashMap<>();

    /** Keeps a value if it is a part of the signature, and returns whether it is. */
    boolean take(String name, String text) {
        boolean isPart = switch (name) {
            case "Input Dims",
                    "Input type",
                    "Input Strides",
                    "Concrete Inputs",
                    "Output Dims",
                    "Output type",
                    "Overload Name",
                    "FLOPs" -> true;
            default -> false;
        };
        if (isPart) {
            texts.put(name, text);
        }
        return isPart;
    }

    /** The signature; empty if there is none, or the lists do not match. */
    Optional<OpSignature> signature() {
        if (texts.isEmpty()) {
            return Optional.empty();
        }
        try {
            List<Operand> inputs = operands("Input Dims", "Input type", "Input Strides", "Concrete Inputs");
            List<Operand> outputs = operands("Output Dims", "Output type", "", "");
            long flops = Long.parseLong(texts.getOrDefault("FLOPs", "-1"));
            return Optional.of(new OpSignature(texts.getOrDefault("Overload Name", ""), inputs, outputs, flops));
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    private List<Operand> operands(String dims, String types, String strides, String values) {
        List<String> eachDims = list(texts.getOrDefault(dims, "[]"));
        List<String> eachType = list(texts.getOrDefault(types, "[]"));
        List<String> eachStrides = list(texts.getOrDefault(strides, "[]"));
        List<String> eachValue = list(texts.getOrDefault(values, "[]"));
        List<Operand> operands = new ArrayList<>();
        for (int i = 0; i < eachDims.size(); i++) {
            operands.add(operand(eachDims.get(i), at(eachType, i, ""), at(eachStrides, i, "[]"), at(eachValue, i, "")));
        }
        if (eachType.size() > operands.size() || eachValue.size() > operands.size()) {
            throw new IndexOutOfBoundsException("more types or values than operands");
        }
        return operands;
    }

    /** A list of one empty text looks like an empty list. */
    private static String at(List<String> list, int index, String otherwise) {
        return list.isEmpty() ? otherwise : list.get(index);
    }

    private static Operand operand(String dims, String type, String strides, String value) {
        if (type.equals("TensorList")) {
            Operand tensors = Operand.tensors(
                    ElementType.UNKNOWN,
                    list(dims).stream().map(SignatureText::dims).toList());
            return strides.equals("[]")
                    ? tensors
                    : tensors.withStrides(
                            list(strides).stream().map(SignatureText::dims).toArray(Dims[]::new));
        }
        if (type.equals("Scalar")) {
            return Operand.scalar(value);
        }
        if (type.equals("ScalarList")) {
            return new Operand(Operand.Kind.SCALAR_LIST, ElementType.UNKNOWN, List.of(), List.of(), value, false);
        }
        ElementType element = TYPES.get(type);
        if ((!type.isEmpty() && element != null) || !dims.equals("[]")) {
            Operand tensor = Operand.tensor(element == null ? ElementType.UNKNOWN : element, dims(dims));
            return strides.equals("[]") ? tensor : tensor.withStrides(dims(strides));
        }
        return value.isEmpty() ? Operand.ABSENT : Operand.other(value);
    }

    private static Dims dims(String text) {
        return Dims.of(list(text).stream().mapToLong(Long::parseLong).toArray());
    }

    /** The elements of a list, which may be lists themselves. */
    private static List<String> list(String text) {
        List<String> elements = new ArrayList<>();
        if (text.length() <= 2) {
            return elements;
        }
        int depth = 0;
        int begin = 1;
        int end = text.length() - 1;
        for (int i = 1; i < end; i++) {
            char next = text.charAt(i);
            if (next == '"' && i == begin) {
                i = closingQuote(text, i);
            } else if (next == '[') {
                depth++;
            } else if (next == ']') {
                depth--;
            }
            if (depth == 0 && next == ',' && text.startsWith(", ", i)) {
                elements.add(unquoted(text.substring(begin, i)));
                begin = i + 2;
            }
        }
        elements.add(unquoted(text.substring(begin, end)));
        return elements;
    }

    /**
     * The end of a quoted element; its beginning if it has no end: texts of earlier versions may begin with a quote.
     */
    private static int closingQuote(String text, int opening) {
        int at = nextQuote(text, opening);
        boolean isEnd = at + 1 == text.length() - 1 || text.startsWith(", ", at + 1);
        return isEnd ? at : opening;
    }

    /** The next quote that is not escaped; the length of the text if there is none. */
    private static int nextQuote(String text, int opening) {
        int at = opening + 1;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(at, text.length());
    }

    /** Removes the quotes of an element with commas or brackets. */
    private static String unquoted(String element) {
        boolean isQuoted = element.startsWith("\"") && nextQuote(element, 0) == element.length() - 1;
        return isQuoted
                ? ESCAPED.matcher(element.substring(1, element.length() - 1)).replaceAll("$1")
                : element;
    }
}
