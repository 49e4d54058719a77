package io.stepprofiler.examples;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.AbstractBlock;
import ai.djl.nn.Block;
import ai.djl.nn.Parameter;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.training.ParameterStore;
import ai.djl.util.PairList;
import io.stepprofiler.Label;
import io.stepprofiler.ModuleScope;
import io.stepprofiler.OpDetails;
import io.stepprofiler.Scope;
import io.stepprofiler.event.ElementType;

/**
 * Block of a DJL model that reports its calls to the profiler: a module, and nested in it an operation with the shapes
 * of its inputs and parameters. Integrations of frameworks do the same.
 */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
final class ReportedBlock extends AbstractBlock {
    private final Block block;
    private final String path;
    private final String type;
    private final Label operation;
    private final OpDetails details = new OpDetails();

    /**
     * Wraps a block.
     *
     * @param path its path in the model
     * @param operation the operation to report, such as {@code aten::conv2d}
     */
    ReportedBlock(Block block, String path, String operation) {
        this.block = addChildBlock(block.getClass().getSimpleName(), block);
        this.path = path;
        this.type = block.getClass().getSimpleName();
        this.operation = Label.of(operation);
    }

    @Override
    protected NDList forwardInternal(
            ParameterStore store, NDList inputs, boolean training, PairList<String, Object> params) {
        details.clear().tensor(ElementType.FLOAT, shape(inputs.head()));
        for (Parameter parameter : block.getDirectParameters().values()) {
            details.tensor(ElementType.FLOAT, shape(parameter.getArray()));
        }
        if (block instanceof Conv2d) {
            // Stride, padding, dilation and groups, from which the profiler computes the floating point operations.
            details.scalars(1, 1).scalars(1, 1).scalars(1, 1).scalar(1L);
        } else {
            // The profiler has no formula for this operation: each weight is multiplied and added once for each image.
            details.flops(2 * inputs.head().getShape().get(0) * weights());
        }
        try (Scope module = ModuleScope.open(path, type);
                Scope op = Scope.open(operation, details)) {
            return block.forward(store, inputs, training, params);
        }
    }

    private long weights() {
        return block.getDirectParameters().get("weight").getArray().size();
    }

    private static long[] shape(NDArray array) {
        return array.getShape().getShape();
    }

    @Override
    public Shape[] getOutputShapes(Shape[] inputShapes) {
        return block.getOutputShapes(inputShapes);
    }

    @Override
    protected void initializeChildBlocks(NDManager manager, DataType dataType, Shape... inputShapes) {
        block.initialize(manager, dataType, inputShapes);
    }
}
