package io.stepprofiler.examples;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.AbstractBlock;
import ai.djl.nn.Block;
import ai.djl.training.ParameterStore;
import ai.djl.util.PairList;
import io.stepprofiler.ModuleScope;
import io.stepprofiler.Scope;

/** Block of a DJL model that reports its calls to the profiler as a module. */
@SuppressWarnings("try") // javac -Xlint:try does not know that a scope is used by being open.
class ModuleBlock extends AbstractBlock {
    private final Block block;
    private final String path;
    private final String type;

    /**
     * Wraps a block.
     *
     * @param path its path in the model
     */
    ModuleBlock(Block block, String path) {
        this.block = addChildBlock(block.getClass().getSimpleName(), block);
        this.path = path;
        this.type = block.getClass().getSimpleName();
    }

    /** The wrapped block. */
    final Block block() {
        return block;
    }

    /** Calls the wrapped block, inside the scope of the module. */
    NDList call(ParameterStore store, NDList inputs, boolean training, PairList<String, Object> params) {
        return block.forward(store, inputs, training, params);
    }

    @Override
    protected final NDList forwardInternal(
            ParameterStore store, NDList inputs, boolean training, PairList<String, Object> params) {
        try (Scope module = ModuleScope.open(path, type)) {
            return call(store, inputs, training, params);
        }
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
