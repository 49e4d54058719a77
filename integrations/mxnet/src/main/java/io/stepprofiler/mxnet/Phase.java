package io.stepprofiler.mxnet;

/** Phases of the profiler, of which {@link PhaseTable} says how they follow one another. */
enum Phase {
    /** Nothing has been profiled yet. */
    NEW,
    /** Profiling. */
    RUNNING,
    /** Running, with a pause in which nothing is profiled. */
    PAUSED,
    /** Not profiling; the trace can go on. */
    STOPPED,
    /** Not profiling; the trace is complete. */
    FINISHED
}
