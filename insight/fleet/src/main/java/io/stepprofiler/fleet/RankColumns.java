package io.stepprofiler.fleet;

import io.stepprofiler.ledger.StepValue;

/** Figures of one rank in all steps; those that are not known are {@link FleetSteps#UNKNOWN}. */
public interface RankColumns {
    /** {@return the index of the rank} */
    int rank();

    /** {@return the duration of each step} */
    long[] durations();

    /** {@return the duration of each step without waits for other ranks} */
    long[] own();

    /**
     * {@return a value in each step; without elements if it is not known in any}
     *
     * @param value the column
     */
    long[] values(StepValue value);
}
