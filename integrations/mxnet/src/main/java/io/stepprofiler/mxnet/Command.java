package io.stepprofiler.mxnet;

/** Commands to the profiler. */
enum Command {
    /** {@code set_config}. */
    CONFIGURE,
    /** {@code set_state('run')}. */
    RUN,
    /** {@code set_state('stop')}. */
    STOP,
    /** {@code pause}. */
    PAUSE,
    /** {@code resume}. */
    RESUME,
    /** {@code dump(finished=False)}, and each continuous dump. */
    DUMP,
    /** {@code dump(finished=True)}. */
    FINISH,
    /** The virtual machine ends. */
    EXIT;

    static Command of(ProfilerState state) {
        return MxMessages.given("state", state, ProfilerState.values()) == ProfilerState.RUN ? RUN : STOP;
    }

    static Command dump(boolean finished) {
        return finished ? FINISH : DUMP;
    }
}
