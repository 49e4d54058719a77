package io.stepprofiler.handlers.chrome;

import io.stepprofiler.event.Dims;
import io.stepprofiler.event.OpSignature;
import io.stepprofiler.event.Operand;
import io.stepprofiler.json.JsonText;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Inputs and call stacks of operations as arguments of their events, made once for each distinct value. */
final class OperationArguments {
    private final Trace trace;
    private final byte[][] signatures;
    private final byte[][] ofCollectives;
    private final byte[][] stacks;

    OperationArguments(Trace trace) {
        this.trace = trace;
        this.signatures = new byte[trace.signatureCount()][];
        this.ofCollectives = new byte[trace.signatureCount()][];
        this.stacks = new byte[trace.stackCount()][];
    }

    /** The members that a signature stands for, each after a comma. */
    byte[] ofSignature(int signatureId, Category category) {
        boolean collective = category == Category.COLLECTIVE;
        byte[][] cache = collective ? ofCollectives : signatures;
        byte[] known = cache[signatureId];
        if (known == null) {
            known = JsonText.utf8(json(trace.signature(signatureId), collective));
            cache[signatureId] = known;
        }
        return known;
    }

    /** The member that a call stack stands for, after a comma. */
    byte[] ofStack(int stackId) {
        byte[] known = stacks[stackId];
        if (known == null) {
            String text = CallStacks.text(trace.stack(stackId));
            known = JsonText.utf8(",\"" + Arguments.CALL_STACK + "\":" + JsonText.quoted(text));
            stacks[stackId] = known;
        }
        return known;
    }

    private static String json(OpSignature signature, boolean collective) {
        StringBuilder json = new StringBuilder();
        List<Operand> inputs = collective ? oneByOne(signature.inputs()) : signature.inputs();
        if (!inputs.isEmpty()) {
            list(json, Arguments.CONCRETE_INPUTS, inputs, input -> JsonText.quoted(input.text()));
            list(json, Arguments.INPUT_TYPE, inputs, input -> JsonText.quoted(input.torchType()));
            if (inputs.stream().anyMatch(input -> !input.strides().isEmpty())) {
                list(json, Arguments.INPUT_STRIDES, inputs, Operand::stridesText);
            }
            list(json, Arguments.INPUT_DIMS, inputs, Operand::dimsText);
        }
        if (!signature.overload().isEmpty()) {
            json.append(",\"" + Arguments.OVERLOAD + "\":").append(JsonText.quoted(signature.overload()));
        }
        if (signature.flops() >= 0) {
            json.append(",\"" + Arguments.FLOPS + "\":").append(signature.flops());
        }
        return json.toString();
    }

    private static void list(StringBuilder json, String key, List<Operand> inputs, Function<Operand, String> value) {
        json.append(",\"").append(key).append("\":");
        json.append(inputs.stream().map(value).collect(Collectors.joining(",", "[", "]")));
    }

    /**
     * Replaces lists by their tensors: TensorBoard's plugin multiplies out the shapes of communicated tensors, and
     * fails on a list of shapes.
     */
    private static List<Operand> oneByOne(List<Operand> inputs) {
        List<Operand> all = new ArrayList<>();
        for (Operand input : inputs) {
            if (input.kind() != Operand.Kind.TENSOR_LIST) {
                all.add(input);
                continue;
            }
            for (int i = 0; i < input.dims().size(); i++) {
                Operand tensor =
                        Operand.tensor(input.elementType(), input.dims().get(i));
                List<Dims> strides = input.strides();
                all.add(i < strides.size() ? tensor.withStrides(strides.get(i)) : tensor);
            }
        }
        return all;
    }
}
