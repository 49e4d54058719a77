package io.stepprofiler.djl.training;

import ai.djl.ndarray.NDList;
import ai.djl.nn.Block;

/**
 * Says what the memory of DJL's arrays is for; of engines whose memory cannot be seen, nothing. For one thread at a
 * time.
 */
public interface ArrayCategories {
    /** Says nothing. */
    ArrayCategories NONE = new ArrayCategories() {
        @Override
        public void parameters(Block model) {}

        @Override
        public void inputs(NDList arrays) {}
    };

    /**
     * {@return those by the addresses that an engine's allocator knows}
     *
     * @param engine the name of the engine
     */
    static ArrayCategories of(String engine) {
        // The class that knows PyTorch is loaded only where PyTorch is.
        return engine.equals("PyTorch") ? PyTorchCategories.byAddress() : NONE;
    }

    /**
     * {@return those by the handles of an engine's arrays, for where arrays stand for memory}
     *
     * @param engine the name of the engine
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
