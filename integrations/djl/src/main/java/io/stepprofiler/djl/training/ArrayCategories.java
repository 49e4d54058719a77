package io.stepprofiler.djl.training;

import ai.djl.ndarray.NDList;
import ai.djl.nn.Block;

/**
 * Reporter of the categories of the memory of DJL's arrays; reports nothing for engines whose memory is not accessible.
 * For one thread at a time.
 */
public interface ArrayCategories {
    /** Reports nothing. */
    ArrayCategories NONE = new ArrayCategories() {
        @Override
        public void parameters(Block model) {}

        @Override
        public void inputs(NDList arrays) {}
    };

    /**
     * {@return a reporter that identifies memory by its address}
     *
     * @param engine name of the engine
     */
    static ArrayCategories of(String engine) {
        // The class that depends on PyTorch is loaded only with PyTorch.
        return engine.equals("PyTorch") ? PyTorchCategories.byAddress() : NONE;
    }

    /**
     * {@return a reporter that identifies memory by the handles of arrays, for recordings of arrays as memory}
     *
     * @param engine name of the engine
     */
    static ArrayCategories byHandle(String engine) {
        return engine.equals("PyTorch") ? PyTorchCategories.byHandle() : NONE;
    }

    /**
     * Reports the parameters of a model and their gradients.
     *
     * @param model the model's block
     */
    void parameters(Block model);

    /**
     * Reports a batch.
     *
     * @param arrays its data or its labels
     */
    void inputs(NDList arrays);
}
