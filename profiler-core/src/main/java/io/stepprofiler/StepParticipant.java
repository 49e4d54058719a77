package io.stepprofiler;

/**
 * Part of a profile that takes part in every step. A profile has a list of them, from the outermost one to the
 * innermost: times, mirror, capture, state machine.
 *
 * <p>The end of a step is read from the clock before any of them hears of it. Then each one hears of the end, the
 * outermost first, and of the beginning of the next step, the innermost first, so that a part that is outside of
 * another one neither records nor measures its work. An exception of one is counted as a failure of the profile; the others
 * hear of the step all the same. They are called on the thread that ends the step, which they delay.
 */
interface StepParticipant {
    /**
     * Called when a step has ended, at {@code now} on the clock of {@link System#nanoTime()}.
     *
     * @param step number of the step
     */
    void stepEnded(long step, long now);

    /**
     * Called when the next step is about to begin. The default does nothing.
     *
     * @param step number of the step
     */
    default void stepBegan(long step) {}
}
