package io.stepprofiler.mxnet;

/** Phases of the profiler; {@link PhaseTable} has their transitions. */
enum ProfilerPhase {
    /** Nothing has been profiled yet. */
    NEW,
    /** Profiling. */
    RUNNING,
    /** Running, with a pause in which nothing is profiled. */
    PAUSED,
    /** Not profiling; the trace can be continued. */
    STOPPED,
    /** Not profiling; the trace is complete. */
    FINISHED
}
