package io.stepprofiler.agent.options;

/** Which devices are recorded. */
public enum Devices {
    /** Those of CUDA, if the program has loaded it. */
    AUTO,
    /** None. */
    NONE
}
