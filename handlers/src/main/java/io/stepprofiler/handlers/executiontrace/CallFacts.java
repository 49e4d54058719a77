package io.stepprofiler.handlers.executiontrace;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.handlers.output.SafeText;
import io.stepprofiler.trace.Trace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Facts that all events of one name and one signature share, made when the first of them occurs. */
final class CallFacts {
    /**
     * Name, inputs and outputs of a call.
     *
     * @param name the name
     * @param inputs the inputs
     * @param outputs the outputs
     * @param lastAttributes the attributes that follow from these, as JSON objects with commas between them
     */
    record Call(
            SerializableString name, NodeOperands inputs, NodeOperands outputs, SerializableString lastAttributes) {}

    private record Key(int nameId, int signatureId) {}

    private final Trace trace;
    private final Map<Key, Call> calls = new HashMap<>();

    CallFacts(Trace trace) {
        this.trace = trace;
    }

    /** The call of an event; a negative signature id stands for none. */
    Call of(int nameId, int signatureId) {
        return calls.computeIfAbsent(
                new Key(nameId, signatureId),
                key -> signatureId < 0
                        ? label(trace.name(nameId))
                        : call(trace.name(nameId), trace.signature(signatureId)));
    }

    /** The call of a node that is no operation. */
    static Call label(String name, Operand... inputs) {
        return new Call(text(name), operands(List.of(inputs)), operands(List.of()), attributes(""));
    }

    private static Call call(String name, OpSignature signature) {
        NodeOperands inputs = operands(signature.inputs());
        NodeOperands outputs = operands(signature.outputs());
        String schema = OpSchema.of(name, signature.overload(), inputs.values(), outputs.values());
        return new Call(text(name), inputs, outputs, attributes(schema));
    }

    private static SerializableString attributes(String schema) {
        // Nothing in a schema needs to be escaped. Backend and file of kernels are not known.
        return new SerializedString(attribute("op_schema", schema) + "," + attribute("kernel_backend", "") + ","
                + attribute("kernel_file", "") + "," + attribute("tensor_range", ""));
    }

    private static String attribute(String name, String value) {
        return "{\"name\":\"" + name + "\",\"type\":\"string\",\"value\":\"" + value + "\"}";
    }

    private static SerializableString text(String text) {
        return new SerializedString(SafeText.of(text));
    }

    private static NodeOperands operands(List<Operand> operands) {
        return new NodeOperands(operands.stream().map(Value::of).toList());
    }
}
