package io.stepprofiler.handlers.output;

import io.stepprofiler.event.Operand;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Operands as lists of text whose elements can be separated again: {@code [0.5, "a, b", [1, 2]]}. */
public final class OperandText {
    private OperandText() {}

    /**
     * {@return a list with an element for each operand}
     *
     * @param operands the operands
     * @param text the text of an operand
     */
    public static String list(List<Operand> operands, Function<Operand, String> text) {
        return operands.stream().map(text.andThen(OperandText::element)).collect(Collectors.joining(", ", "[", "]"));
    }

    /** Quotes a text that would otherwise be taken for several elements, or for a part of one. */
    private static String element(String text) {
        return isOne(text) ? text : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static boolean isOne(String text) {
        int depth = 0;
        for (int i = 0; i < text.length() && depth >= 0; i++) {
            char next = text.charAt(i);
            depth += next == '[' ? 1 : next == ']' ? -1 : 0;
            if (depth == 0 && text.startsWith(", ", i)) {
                return false;
            }
        }
        return depth == 0 && !text.startsWith("\"");
    }
}
