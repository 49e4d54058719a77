package io.stepprofiler.agent.options;

/** Events of the virtual machine that are recorded. */
public enum JvmEvents {
    /** Nothing. */
    OFF,
    /** Processor time, heap and collections, as counters. */
    COUNTERS,
    /** The counters, and the events of the flight recorder. */
    FLIGHT
}
