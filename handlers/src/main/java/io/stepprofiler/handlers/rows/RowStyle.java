package io.stepprofiler.handlers.rows;

/** Layout of rows that depends on the viewers of a format. */
public enum RowStyle {
    /** Viewers read times as doubles, which round. Steps are among the events if they nest. */
    ROUNDED,
    /** Viewers read times as whole nanoseconds. Steps have rows of their own. */
    EXACT,
    /**
     * Times are exact, and steps are always among the events, because viewers assign events to steps by containment.
     * Events that partially overlap a step move to another row.
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
