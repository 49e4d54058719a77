package io.stepprofiler.agent.nd4j;

import io.stepprofiler.agent.woven.WovenOperations;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Woven before the product of two matrices with order and transposition as letters. It becomes code of ND4J's class.
 */
final class BeforeProduct {
    private BeforeProduct() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter(
            @Advice.Argument(value = 4, typing = Assigner.Typing.DYNAMIC) Object first,
            @Advice.Argument(value = 5, typing = Assigner.Typing.DYNAMIC) Object second,
            @Advice.Argument(value = 7, typing = Assigner.Typing.DYNAMIC) Object product,
            @Advice.Argument(6) double beta) {
        if (!WovenOperations.isWanted()) {
            return 0;
        }
        INDArray a = (INDArray) first;
        INDArray b = (INDArray) second;
        INDArray result = (INDArray) product;
        WovenOperations.output(
                result.dataType().name(),
                result.shape(),
                result.stride(),
                result.isEmpty() ? 0 : result.data().address());
        WovenOperations.input(
                a.dataType().name(),
                a.shape(),
                a.stride(),
                a.isEmpty() ? 0 : a.data().address());
        WovenOperations.input(
                b.dataType().name(),
                b.shape(),
                b.stride(),
                b.isEmpty() ? 0 : b.data().address());
        if (beta != 0) {
            // The product is added to what is there.
            WovenOperations.input(
                    result.dataType().name(),
                    result.shape(),
                    result.stride(),
                    result.isEmpty() ? 0 : result.data().address());
        }
        // A multiplication and an addition for each element of a and column of the result.
        WovenOperations.flops(2 * a.length() * result.columns());
        return WovenOperations.begin("nd4j::gemm");
    }
}
