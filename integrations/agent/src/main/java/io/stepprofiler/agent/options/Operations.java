package io.stepprofiler.agent.options;

/** Which operations of a framework are recorded. */
public enum Operations {
    /** The best that works: native, else woven. */
    AUTO,
    /** Those that the framework's native library reports. */
    NATIVE,
    /** Calls of the framework's Java methods. */
    WOVEN,
    /** None. */
    OFF
}
