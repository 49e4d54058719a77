package io.stepprofiler.source;

/** What an {@link ActivitySource} records in one window. */
public interface ActivityRecording {
    /** Stops recording; called once, on the training thread. */
    void stop();

    /**
     * Adds what was recorded to the trace. Called once after {@link #stop}, off the training thread and perhaps while the
     * source records the next window; not called if the window is thrown away.
     *
     * @param sink where to add it; of no use after the call
     */
    void collect(ActivitySink sink);
}
