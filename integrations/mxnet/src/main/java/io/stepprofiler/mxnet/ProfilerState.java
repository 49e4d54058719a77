package io.stepprofiler.mxnet;

/** What {@link Profiler#setState(ProfilerState)} asks for. */
public enum ProfilerState {
    /** Profile from now on ({@code 'run'}). */
    RUN,
    /** Profile no longer ({@code 'stop'}). */
    STOP
}
