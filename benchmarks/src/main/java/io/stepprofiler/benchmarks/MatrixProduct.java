package io.stepprofiler.benchmarks;

import io.stepprofiler.OpDetails;
import io.stepprofiler.event.ElementType;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Report of a matrix product with a bias: three tensors of two dimensions or less, and two numbers. */
@State(Scope.Thread)
public class MatrixProduct {
    private final OpDetails details = new OpDetails();
    private final long[] bias = {256};
    private final long[] input = {64, 784};
    private final long[] weight = {784, 256};

    /** Fills the details in again, as an integration has to. */
    OpDetails details(int number) {
        return details.clear()
                .tensor(ElementType.FLOAT, bias, 0x1000)
                .tensor(ElementType.FLOAT, input, 0x2000 + number)
                .tensor(ElementType.FLOAT, weight, 0x3000)
                .scalar(1L)
                .scalar(1L)
                .sequenceNumber(number);
    }
}
