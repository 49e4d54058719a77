package io.stepprofiler.source;

import io.stepprofiler.trace.Device;
import io.stepprofiler.trace.EventKind;
import io.stepprofiler.trace.MemoryEvent;

/**
 * Takes what an {@link ActivitySource} saw; each call is counted in the account of the trace, as dropped if it makes no
 * sense, such as a missing device.
 *
 * <p>Times are nanoseconds on the clock of {@link System#nanoTime()}. For use during
 * {@link ActivityRecording#collect} only; what is told after its deadline is ignored.
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
     * Adds an operation on a thread, where it takes its place among the scopes of that thread.
     *
     * @param threadId id of the Java thread; for a thread that is none, a number below 2^40 of its own
     * @param threadName what the thread is called, if it has recorded nothing else
     * @param operation what it was
     * @param startNanos when it began
     * @param durationNanos how long it took, 0 or more
     */
    void operation(long threadId, String threadName, OperationReport operation, long startNanos, long durationNanos);

    /**
     * Adds work of a device.
     *
     * @param device the device
     * @param stream number of the stream that it was done in, 0 or more
     * @param kind what sort of work
     * @param name what was done
     * @param correlation the number of the operation that caused it; -1 if not known
     * @param startNanos when it began
     * @param durationNanos how long it took, 0 or more
     */
    void deviceSpan(
            Device device,
            int stream,
            EventKind kind,
            String name,
            long correlation,
            long startNanos,
            long durationNanos);

    /**
     * Adds a memory event.
     *
     * @param event what happened; without a call stack
     */
    void memory(MemoryEvent event);

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
