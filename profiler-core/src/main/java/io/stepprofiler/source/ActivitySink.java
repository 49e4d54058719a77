package io.stepprofiler.source;

/**
 * Takes what an {@link ActivitySource} saw; each call is counted in the account of the trace.
 *
 * <p>Times are nanoseconds on the clock of {@link System#nanoTime()}. For use by one thread, during
 * {@link ActivityRecording#collect} only.
 */
public interface ActivitySink {
    /**
     * Adds a stretch of time on a lane of the source's own.
     *
     * @param lane the lane's name, shown like a thread's
     * @param name what happened
     * @param startNanos when it began
     * @param durationNanos how long it took, 0 or more
     */
    void span(String lane, String name, long startNanos, long durationNanos);

    /**
     * Adds a sample of a counter.
     *
     * @param counter name of the counter
     * @param nanos when the sample was taken
     * @param value value of the counter; may be infinite or not a number
     */
    void sample(String counter, long nanos, double value);

    /**
     * Tells that the source lost events.
     *
     * @param count number of events; 0 and less is ignored
     */
    void lost(long count);
}
