package io.stepprofiler.schedule;

/** Action of the profiler during one training step. */
public enum ProfilerAction {
    /** Nothing is recorded; a step costs one call of the schedule. */
    NONE,
    /** Recording runs but its result is thrown away, so that start-up costs are paid outside the measured steps. */
    WARMUP,
    /** The step is recorded. */
    RECORD,
    /** The step is recorded and is the last of its window: the trace is published when it ends. */
    RECORD_AND_SAVE,
    /**
     * A recorder of a device has stopped by itself; the window was published and nothing is recorded until the
     * schedule's next cycle. Schedules must not return this.
     */
    DEVICE_STOPPED;

    /**
     * Returns whether a step with this action ends up in a trace.
     *
     * @return true for {@link #RECORD} and {@link #RECORD_AND_SAVE}
     */
    public boolean isRecording() {
        return this == RECORD || this == RECORD_AND_SAVE;
    }
}
