package io.stepprofiler.mxnet;

/** State that {@link Profiler#setState(ProfilerState)} requests. */
public enum ProfilerState {
    /** Profile from now on ({@code 'run'}). */
    RUN,
    /** Stop profiling ({@code 'stop'}). */
    STOP
}
