package io.stepprofiler.schedule.transition;

/**
 * Recording side of the profiler, driven by a {@link StepStateMachine}.
 *
 * <p>All methods are called on the thread that called the machine, one at a time. Windows never overlap: between two
 * {@link #start()} there is always a {@link #stop()}. An implementation may throw; the machine then runs the remaining
 * operations of the transition all the same and throws when they are done.
 */
public interface TraceLifecycle {
    /** Pays start-up costs ahead of {@link #start()}. */
    void prepare();

    /** Begins a window. */
    void start();

    /**
     * Ends the window. A step mark that is still open belongs to an unfinished step, or to no step if the loop was
     * already over.
     */
    void stop();

    /**
     * Delivers the window that {@link #stop()} ended. A stopped window that is not published is thrown away.
     *
     * @param partial whether profiling ended before the window had all its steps
     */
    void publish(boolean partial);

    /**
     * Opens the mark of a recorded step.
     *
     * @param step number of the step, 0 or more
     */
    void stepBegan(long step);

    /**
     * Closes the mark that {@link #stepBegan} opened.
     *
     * @param step number of the step that the mark was opened with
     */
    void stepEnded(long step);

    /**
     * Called when a step is over, recorded or not: after its mark has been closed, and before anything is done for the
     * next step. The default does nothing.
     *
     * @param step number of the step that is over
     */
    default void stepLeft(long step) {}

    /**
     * Returns whether a recorder of a device has stopped by itself, so that the rest of the cycle is not worth
     * recording. Called at the end of each warm-up or recorded step; a recorder that starts after the warm-up returns
     * false in it. The default returns false.
     *
     * @return whether the window should end early
     */
    default boolean hasDeviceStopped() {
        return false;
    }

    /**
     * Reports a schedule with an invalid pair of consecutive actions.
     *
     * @param message the two actions in words, for a log
     */
    void warn(String message);
}
