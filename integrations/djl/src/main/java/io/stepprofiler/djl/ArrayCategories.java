package io.stepprofiler.djl;

import ai.djl.ndarray.NDList;
import ai.djl.nn.Block;

/** Says what the memory of DJL's arrays is for; of engines whose memory cannot be seen, nothing. */
interface ArrayCategories {
    /** Says nothing. */
    ArrayCategories NONE = new ArrayCategories() {
        @Override
        public void parameters(Block model) {}

        @Override
        public void inputs(NDList... arrays) {}
    };

    /** {@return those of an engine} */
    static ArrayCategories of(String engine) {
        // The class that knows PyTorch is loaded only where PyTorch is.
        return engine.equals("PyTorch") ? new PyTorchCategories() : NONE;
    }

    /** Tells of the parameters of a model and of their gradients. */
    void parameters(Block model);

    /** Tells of a batch. */
    void inputs(NDList... arrays);
}
