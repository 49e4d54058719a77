package io.stepprofiler.djl.training;

/** Names of the phases that the listener and woven code both see, so that their traces compare. */
public final class PhaseNames {
    /** The model's forward pass. */
    public static final String FORWARD = "forward";

    /** The listeners of the trainer, which evaluate. */
    public static final String METRICS = "metrics";

    /** The update of the parameters; viewers know it by the beginning of its name. */
    public static final String OPTIMIZER = "Optimizer.step#Trainer.step";

    private PhaseNames() {}
}
