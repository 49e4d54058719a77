package io.stepprofiler.capture.client;

import java.util.OptionalLong;

/**
 * Progress of a capture.
 *
 * @param phase current phase
 * @param firstStep its first step; empty if unknown yet, and for a duration
 * @param stepsDone number of recorded steps
 * @param currentStep the current step of the training
 * @param text readable line
 * @param holder client that requested it
 */
public record CaptureState(
        Phase phase, OptionalLong firstStep, long stepsDone, long currentStep, String text, String holder) {
    /** Phases of a capture. */
    public enum Phase {
        /** Its first step, or the first warm-up step, has not begun. */
        WAITING,
        /** Steps are recorded and discarded. */
        WARMING_UP,
        /** Its steps are recorded. */
        RECORDING,
        /** The trace is assembled, or its file is written. */
        FINISHING
    }
}
