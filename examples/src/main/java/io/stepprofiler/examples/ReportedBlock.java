package io.stepprofiler.examples;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.nn.Block;
import ai.djl.nn.Parameter;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.training.ParameterStore;
import ai.djl.util.PairList;
import io.stepprofiler.Label;
import io.stepprofiler.OpDetails;
import io.stepprofiler.Scope;
import io.stepprofiler.event.ElementType;

/**
 * Module that also reports an operation, nested in it, with the shapes of its inputs and parameters. Integrations of
 * frameworks do the same.
 */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class ReportedBlock extends ModuleBlock {
    private final Label operation;
    private final OpDetails details = new OpDetails();

    /**
     * Wraps a block.
     *
     * @param path its path in the model
     * @param operation the operation to report, such as {@code aten::conv2d}
     */
    ReportedBlock(Block block, String path, String operation) {
        super(block, path);
        this.operation = Label.of(operation);
    }

    @Override
    NDList call(ParameterStore store, NDList inputs, boolean training, PairList<String, Object> params) {
        details.clear().tensor(ElementType.FLOAT, shape(inputs.head()));
        for (Parameter parameter : block().getDirectParameters().values()) {
            details.tensor(ElementType.FLOAT, shape(parameter.getArray()));
        }
        if (block() instanceof Conv2d) {
            // Stride, padding, dilation and groups, from which the profiler computes the floating point operations.
            details.scalars(1, 1).scalars(1, 1).scalars(1, 1).scalar(1L);
        } else {
            // The profiler has no formula for this operation: each weight is multiplied and added once for each image.
            details.flops(2 * inputs.head().getShape().get(0) * weights());
        }
        try (Scope ignored = Scope.open(operation, details)) {
            return super.call(store, inputs, training, params);
        }
    }

    private long weights() {
        return block().getDirectParameters().get("weight").getArray().size();
    }

    private static long[] shape(NDArray array) {
        return array.getShape().getShape();
    }
}
