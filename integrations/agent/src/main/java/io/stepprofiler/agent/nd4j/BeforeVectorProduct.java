package io.stepprofiler.agent.nd4j;

import io.stepprofiler.agent.woven.WovenOperations;
import net.bytebuddy.asm.Advice;
import org.nd4j.linalg.api.ndarray.INDArray;

/** Woven before the product of a matrix and a vector. It becomes code of ND4J's class. */
final class BeforeVectorProduct {
    private BeforeVectorProduct() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter(@Advice.Argument(3) INDArray a, @Advice.Argument(4) INDArray b) {
        if (!WovenOperations.isWanted()) {
            return 0;
        }
        WovenOperations.input(a.dataType().name(), a.shape());
        WovenOperations.input(b.dataType().name(), b.shape());
        // A multiplication and an addition for each element of the matrix.
        WovenOperations.flops(2 * a.length());
        return WovenOperations.begin("nd4j::gemv");
    }
}
