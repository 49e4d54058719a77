package io.stepprofiler.handlers.executiontrace;

import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Schemas of operators in torch's language, as far as they follow from signatures: {@code aten::add.Tensor(Tensor arg0,
 * Tensor arg1, int arg2) -> Tensor}. Names of arguments are not known; types come from the values.
 *
 * <p>Readers take a node for an operator if it has a schema, and for a mere label if it has none.
 */
final class OpSchema {
    private static final Pattern OPERATOR = Pattern.compile("[a-zA-Z_]\\w*::[a-zA-Z_]\\w*");
    private static final Pattern OVERLOAD = Pattern.compile("[a-zA-Z_]\\w*");

    private OpSchema() {}

    /** The schema; empty if the name is not an operator's. */
    static String of(String name, String overload, List<Value> inputs, List<Value> outputs) {
        if (!OPERATOR.matcher(name).matches()) {
            return "";
        }
        StringJoiner arguments = new StringJoiner(", ", "(", ")");
        for (int i = 0; i < inputs.size(); i++) {
            arguments.add(inputs.get(i).schemaType() + " arg" + i);
        }
        return name + (OVERLOAD.matcher(overload).matches() ? "." + overload : "") + arguments + " -> "
                + results(outputs);
    }

    private static String results(List<Value> outputs) {
        return outputs.size() == 1
                ? outputs.get(0).schemaType()
                : outputs.stream().map(Value::schemaType).collect(Collectors.joining(", ", "(", ")"));
    }
}
