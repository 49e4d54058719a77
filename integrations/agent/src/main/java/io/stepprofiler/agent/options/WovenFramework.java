package io.stepprofiler.agent.options;

/** Frameworks whose classes are woven. */
public enum WovenFramework {
    /** Deep Java Library. */
    DJL,
    /** ND4J's operations, and SameDiff's graphs. */
    ND4J,
    /** Deeplearning4j's training loop and layers. */
    DL4J
}
