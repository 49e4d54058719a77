package io.stepprofiler.agent.options;

/** Phases of the program's own step method that are recorded. */
public enum PhaseSelection {
    /** The calls that take most of it. */
    AUTO,
    /** None. */
    OFF
}
