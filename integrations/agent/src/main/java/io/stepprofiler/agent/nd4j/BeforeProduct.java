package io.stepprofiler.agent.nd4j;

import io.stepprofiler.agent.woven.WovenOperations;
import net.bytebuddy.asm.Advice;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Woven before a product of two matrices, with order and transposition as letters or as flags, or of a matrix and a
 * vector. It becomes code of ND4J's class. Arguments are collected only if it is recorded.
 */
final class BeforeProduct {
    private BeforeProduct() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter(@Advice.AllArguments Object[] all) {
        if (!WovenOperations.isWanted()) {
            return 0;
        }
        Object[] arguments = all;
        boolean hasFlags = arguments[0] instanceof INDArray;
        boolean isVector = !hasFlags && arguments.length == 7;
        int first = hasFlags ? 0 : isVector ? 3 : 4;
        INDArray a = (INDArray) arguments[first];
        INDArray b = (INDArray) arguments[first + 1];
        INDArray result = (INDArray) arguments[hasFlags ? 2 : first + 3];
        double beta = (Double) arguments[hasFlags ? 6 : first + 2];
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
            // The product is added to the previous result.
            WovenOperations.input(
                    result.dataType().name(),
                    result.shape(),
                    result.stride(),
                    result.isEmpty() ? 0 : result.data().address());
        }
        // A multiplication and an addition for each element of a and column of the result.
        WovenOperations.flops(2 * a.length() * (isVector ? 1 : result.columns()));
        return WovenOperations.begin(isVector ? "nd4j::gemv" : "nd4j::gemm");
    }
}
