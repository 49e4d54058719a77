package io.stepprofiler;

import io.stepprofiler.StepCapture.State;
import io.stepprofiler.amount.Amount;

/**
 * Progress of a capture, for messages.
 *
 * @param firstStep the first recorded step, planned or begun; or {@link CapturePlan#UNKNOWN}
 * @param wanted number of requested steps; 0 for a capture of a duration
 * @param done number of recorded steps
 */
record CaptureProgress(State state, long firstStep, int wanted, long done) {
    @Override
    public String toString() {
        return switch (state) {
            case WAITING -> firstStep == CapturePlan.UNKNOWN ? "waits for a step" : "waits for step " + firstStep;
            case WARMING_UP -> firstStep == CapturePlan.UNKNOWN ? "warms up" : "warms up for step " + firstStep;
            case RECORDING -> "records, " + steps();
            case FINISHING -> "puts the trace together, " + steps();
            case DONE -> "done, " + steps();
            case CANCELLED -> "cancelled";
            case FAILED -> "failed";
        };
    }

    private String steps() {
        return wanted > 0 ? done + " of " + Amount.count(wanted, "step") : Amount.count(done, "step") + " so far";
    }
}
