package io.stepprofiler.agent.nd4j;

import io.stepprofiler.agent.woven.WovenOperations;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.Op;
import org.nd4j.linalg.api.ops.OpContext;

/** Woven before the execution of an operation of one or two inputs. It becomes code of ND4J's class. */
final class BeforeOp {
    private BeforeOp() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter(
            @Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) Object operation,
            @Advice.Argument(value = 1, optional = true, typing = Assigner.Typing.DYNAMIC) @Nullable Object second) {
        if (!WovenOperations.isWanted()) {
            return 0;
        }
        Op op = (Op) operation;
        // SameDiff executes operations on the arrays of a context.
        @Nullable OpContext context = second instanceof OpContext found ? found : null;
        @Nullable INDArray z = context != null && context.numOutputArguments() > 0 ? context.getOutputArray(0) : op.z();
        if (z != null) {
            WovenOperations.output(
                    z.dataType().name(),
                    z.shape(),
                    z.stride(),
                    z.isEmpty() ? 0 : z.data().address());
        }
        @Nullable INDArray x = context != null && context.numInputArguments() > 0 ? context.getInputArray(0) : op.x();
        if (x != null) {
            WovenOperations.input(
                    x.dataType().name(),
                    x.shape(),
                    x.stride(),
                    x.isEmpty() ? 0 : x.data().address());
        }
        @Nullable INDArray y = context != null && context.numInputArguments() > 1 ? context.getInputArray(1) : op.y();
        if (y != null) {
            WovenOperations.input(
                    y.dataType().name(),
                    y.shape(),
                    y.stride(),
                    y.isEmpty() ? 0 : y.data().address());
        }
        return WovenOperations.begin("nd4j::".concat(op.opName()));
    }
}
