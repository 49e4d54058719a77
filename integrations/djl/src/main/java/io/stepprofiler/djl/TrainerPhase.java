package io.stepprofiler.djl;

import io.stepprofiler.djl.training.PhaseNames;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.SpanReport;

/** Phase of a trainer's step, as its metrics and listeners show it. */
enum TrainerPhase {
    /**
     * From the end of a step to the next forward pass: closing a batch, loading the next one, copying it to its device.
     */
    DATA_LOADING("enumerate(DataLoader)#Trainer.iterateDataset.__next__", EventKind.DATA_LOADER),
    /** The model's forward pass. */
    FORWARD(PhaseNames.FORWARD, EventKind.SCOPE),
    /** The loss and the backward pass, for which DJL reports a single duration. */
    LOSS_AND_BACKWARD("loss and backward", EventKind.SCOPE),
    /** From the end of the backward pass to the optimizer: the listeners of the trainer, which evaluate. */
    METRICS(PhaseNames.METRICS, EventKind.SCOPE),
    /** The update of the parameters. */
    OPTIMIZER(PhaseNames.OPTIMIZER, EventKind.SCOPE),
    /** A batch of validation, its loading included. */
    VALIDATION("validation", EventKind.SCOPE);

    private final String label;
    private final EventKind kind;

    TrainerPhase(String label, EventKind kind) {
        this.label = label;
        this.kind = kind;
    }

    /** Makes a report one of this phase. */
    SpanReport in(SpanReport span, long startNanos, long nanos) {
        return span.named(label, startNanos, nanos).kind(kind);
    }
}
