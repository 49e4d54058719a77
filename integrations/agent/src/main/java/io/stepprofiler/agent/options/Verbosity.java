package io.stepprofiler.agent.options;

/** How much the agent says on standard error. */
public enum Verbosity {
    /** Only what is wrong. */
    QUIET,
    /** A line at the start, a line at the end. */
    NORMAL,
    /** Also each class that is woven. */
    VERBOSE
}
