package io.stepprofiler.ledger;

/** A way to divide a training among its ranks. */
public enum Parallelism {
    /** Copies of the model, which train with different batches. */
    DATA,
    /** Stages of the model, which pass activations on. */
    PIPELINE,
    /** Parts of tensors. */
    TENSOR,
    /** Groups of experts. */
    EXPERT
}
