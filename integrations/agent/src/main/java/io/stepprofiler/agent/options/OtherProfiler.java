package io.stepprofiler.agent.options;

/** Other profilers that are told of scopes and steps. */
public enum OtherProfiler {
    /** Those that take NVTX ranges, such as Nsight Systems. */
    NVTX,
    /** Those that take ITT tasks, such as VTune. */
    ITT,
    /** Java's flight recorder, as an event of its own for each. */
    JFR
}
