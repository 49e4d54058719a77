package io.stepprofiler;

import io.stepprofiler.StepCapture.State;

/**
 * How far a capture is, in words.
 *
 * @param firstStep the first recorded step, planned or begun; {@link CapturePlan#UNKNOWN} if it is not known
 * @param wanted how many steps are wanted; 0 for a capture of a duration
 * @param done how many have been recorded
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
        return wanted > 0 ? done + " of " + wanted + " steps" : done + " steps so far";
    }
}
