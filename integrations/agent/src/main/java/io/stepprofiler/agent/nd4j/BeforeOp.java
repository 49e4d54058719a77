package io.stepprofiler.agent.nd4j;

import io.stepprofiler.agent.woven.WovenOperations;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.api.ops.Op;

/** Woven before the execution of an operation of one or two inputs. It becomes code of ND4J's class. */
final class BeforeOp {
    private BeforeOp() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter(@Advice.Argument(value = 0, typing = Assigner.Typing.DYNAMIC) Object operation) {
        if (!WovenOperations.isWanted()) {
            return 0;
        }
        Op op = (Op) operation;
        @Nullable INDArray x = op.x();
        if (x != null) {
            WovenOperations.input(x.dataType().name(), x.shape());
        }
        @Nullable INDArray y = op.y();
        if (y != null) {
            WovenOperations.input(y.dataType().name(), y.shape());
        }
        return WovenOperations.begin("nd4j::".concat(op.opName()));
    }
}
