package io.stepprofiler.capture.client;

import java.util.OptionalLong;

/**
 * How far a capture is.
 *
 * @param phase where it is
 * @param firstStep its first step; empty if that is not known yet, and for a duration
 * @param stepsDone steps that have been recorded
 * @param currentStep the current step of the training
 * @param text one line for people
 * @param holder who asked for it
 */
public record CaptureState(
        Phase phase, OptionalLong firstStep, long stepsDone, long currentStep, String text, String holder) {
    /** Where captures can be. */
    public enum Phase {
        /** Its first step, or that of its warm-up, has not begun. */
        WAITING,
        /** Steps are recorded and thrown away. */
        WARMING_UP,
        /** Its steps are recorded. */
        RECORDING,
        /** The trace is put together, or its file is written. */
        FINISHING
    }
}
