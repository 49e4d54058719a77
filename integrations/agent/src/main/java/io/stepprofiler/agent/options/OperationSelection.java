package io.stepprofiler.agent.options;

/** Operations of a framework that are recorded. */
public enum OperationSelection {
    /** Native operations if they are available, else woven ones. */
    AUTO,
    /** Operations that the framework's native library reports. */
    NATIVE,
    /** Calls of the framework's Java methods. */
    WOVEN,
    /** No operations. */
    OFF
}
