package io.stepprofiler.agent.options;

/** Verbosity of the agent's messages on standard error. */
public enum Verbosity {
    /** Only warnings. */
    QUIET,
    /** Warnings, a line at the start and a line at the end. */
    NORMAL,
    /** Like {@link #NORMAL}, and a line for each woven class. */
    VERBOSE
}
