package io.stepprofiler.fleet;

/**
 * Figures of all ranks in some steps, which follow each other among the steps of the traversal. Figures that are not
 * known are {@link FleetSteps#UNKNOWN}.
 */
public interface StepBlock {
    /** {@return the index of the first step among the steps of the traversal} */
    int first();

    /** {@return the number of steps} */
    int size();

    /**
     * {@return the duration of a step for each rank}
     *
     * @param step index of the step in the block
     */
    long[] durations(int step);

    /**
     * {@return the duration of a step for each rank without waits for other ranks}
     *
     * @param step index of the step in the block
     */
    long[] own(int step);

    /**
     * {@return the pauses of a step for garbage collections, for each rank}
     *
     * @param step index of the step in the block
     */
    long[] pauses(int step);
}
