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
            // The executioner makes the outputs now, and then executes the operation again, with a context.
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
        String name = op.opName();
        if (name.equals("matmul") || name.equals("matmul_bp")) {
            boolean isForward = name.equals("matmul");
            INDArray a = context == null ? op.getInputArgument(0) : context.getInputArray(0);
            INDArray b = context == null ? op.getInputArgument(1) : context.getInputArray(1);
            INDArray product = isForward
                    ? (context == null ? op.getOutputArgument(0) : context.getOutputArray(0))
                    : (context == null ? op.getInputArgument(2) : context.getInputArray(2));
            if (a.rank() >= 2 && b.rank() >= 2 && product.rank() >= 2 && !product.isEmpty()) {
                // The inputs have m·k and k·n elements, the product m·n: k·k is (m·k)(k·n) / (m·n).
                double squared = (double) a.size(-1) * a.size(-2) * b.size(-1) * b.size(-2);
                long inner = Math.round(Math.sqrt(squared / product.size(-1) / product.size(-2)));
                // The backward pass is two products, each as large as the forward one.
                WovenOperations.flops((isForward ? 2 : 4) * product.length() * inner);
            }
        }
        return WovenOperations.begin("nd4j::".concat(name));
    }
}
