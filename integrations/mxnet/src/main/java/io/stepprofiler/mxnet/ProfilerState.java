package io.stepprofiler.mxnet;

/** What {@link Profiler#setState(ProfilerState)} asks for. */
public enum ProfilerState {
    /** Profile from now on ({@code 'run'}). */
    RUN,
    /** Profile no longer ({@code 'stop'}). */
    STOP;

    /**
     * {@return the state with MXNet's name}
     *
     * @param name {@code run} or {@code stop}
     * @throws IllegalArgumentException if it is another
     */
    public static ProfilerState of(String name) {
        return Texts.oneOf("state", name, values());
    }
}
