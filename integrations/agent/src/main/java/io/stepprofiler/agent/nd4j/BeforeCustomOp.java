package io.stepprofiler.agent.nd4j;

import io.stepprofiler.agent.woven.WovenOperations;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.CustomOp;
import org.nd4j.linalg.api.ops.OpContext;

/** Woven before the execution of an operation of any number of inputs. It becomes code of ND4J's class. */
final class BeforeCustomOp {
    private BeforeCustomOp() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter(
            @Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) Object operation,
            @Advice.Argument(value = 1, optional = true, typing = Assigner.Typing.DYNAMIC) @Nullable Object inContext) {
        if (!WovenOperations.isWanted()) {
            return 0;
        }
        CustomOp op = (CustomOp) operation;
        @Nullable OpContext context = (OpContext) inContext;
        int outputs = context == null ? op.numOutputArguments() : context.numOutputArguments();
        if (outputs == 0 && context == null) {
            // It makes its outputs now, and then executes this once more, with a context.
            return 0;
        }
        for (int i = 0; i < outputs; i++) {
            INDArray output = context == null ? op.getOutputArgument(i) : context.getOutputArray(i);
            WovenOperations.output(
                    output.dataType().name(),
                    output.shape(),
                    output.stride(),
                    output.isEmpty() ? 0 : output.data().address());
        }
        int inputs = context == null ? op.numInputArguments() : context.numInputArguments();
        for (int i = 0; i < inputs; i++) {
            INDArray input = context == null ? op.getInputArgument(i) : context.getInputArray(i);
            WovenOperations.input(
                    input.dataType().name(),
                    input.shape(),
                    input.stride(),
                    input.isEmpty() ? 0 : input.data().address());
        }
        return WovenOperations.begin("nd4j::".concat(op.opName()));
    }
}
