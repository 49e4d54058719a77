package io.stepprofiler.agent.options;

/** Other profiler that scopes and steps are mirrored to. */
public enum OtherProfiler {
    /** Profilers that take NVTX ranges, such as Nsight Systems. */
    NVTX,
    /** Profilers that take ITT tasks, such as VTune. */
    ITT,
    /** Java's flight recorder, with an event for each scope and step. */
    JFR
}
