package io.stepprofiler.djl.training;

/** Names of the phases that both the listener and woven code record, so that their traces are comparable. */
public final class PhaseNames {
    /** The model's forward pass. */
    public static final String FORWARD = "forward";

    /** The listeners of the trainer, which evaluate. */
    public static final String METRICS = "metrics";

    /** The update of the parameters; viewers recognize it by the prefix of its name. */
    public static final String OPTIMIZER = "Optimizer.step#Trainer.step";

    private PhaseNames() {}
}
