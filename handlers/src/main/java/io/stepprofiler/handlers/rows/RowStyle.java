package io.stepprofiler.handlers.rows;

/** Layout of rows that depends on the viewers of a format. */
public enum RowStyle {
    /** Times are read as doubles, which round. Steps are among the events, if they nest. */
    ROUNDED,
    /** Times are read as whole nanoseconds. Steps have rows of their own. */
    EXACT;

    boolean hasStepsApart() {
        return this == EXACT;
    }
}
