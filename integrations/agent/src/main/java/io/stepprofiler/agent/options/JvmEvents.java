package io.stepprofiler.agent.options;

/** What of the virtual machine is recorded. */
public enum JvmEvents {
    /** Nothing. */
    OFF,
    /** Processor time, heap and collections, as counters. */
    COUNTERS,
    /** The counters, and the events of the flight recorder. */
    FLIGHT
}
