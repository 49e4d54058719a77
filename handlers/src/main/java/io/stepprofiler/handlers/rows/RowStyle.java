package io.stepprofiler.handlers.rows;

/** Layout of rows that depends on the viewers of a format. */
public enum RowStyle {
    /** Times are read as doubles, which round. Steps are among the events, if they nest. */
    ROUNDED,
    /** Times are read as whole nanoseconds. Steps have rows of their own. */
    EXACT,
    /**
     * Times are exact, and steps always among the events: viewers find out by that what belongs to a step. What
     * overlaps a step partially has to make room.
     */
    EXACT_WITH_STEPS;

    boolean rounds() {
        return this == ROUNDED;
    }

    boolean hasStepsApart() {
        return this == EXACT;
    }

    boolean mayPutStepsApart() {
        return this != EXACT_WITH_STEPS;
    }
}
