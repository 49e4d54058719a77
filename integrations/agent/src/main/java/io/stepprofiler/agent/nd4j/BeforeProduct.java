package io.stepprofiler.agent.nd4j;

import io.stepprofiler.agent.woven.WovenOperations;
import net.bytebuddy.asm.Advice;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Woven before the product of two matrices with order and transposition as letters. It becomes code of ND4J's class. */
final class BeforeProduct {
    private BeforeProduct() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter(
            @Advice.Argument(4) INDArray a, @Advice.Argument(5) INDArray b, @Advice.Argument(7) INDArray result) {
        if (!WovenOperations.isWanted()) {
            return 0;
        }
        WovenOperations.input(a.dataType().name(), a.shape());
        WovenOperations.input(b.dataType().name(), b.shape());
        // A multiplication and an addition for each element of a and column of the result.
        WovenOperations.flops(2 * a.length() * result.columns());
        return WovenOperations.begin("nd4j::gemm");
    }
}
