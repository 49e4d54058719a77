package io.stepprofiler.source;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.recording.Limits;
import java.util.List;

/**
 * Receiver of the events of an {@link ActivitySource}; each call is counted in the account of the trace, as dropped if
 * it is invalid, such as without a device.
 *
 * <p>Times are nanoseconds on the clock of {@link System#nanoTime()}. For use during {@link ActivityRecording#collect}
 * only; events reported after its deadline are ignored.
 */
public interface ActivitySink {
    /**
     * Adds a span on a lane of the source's own.
     *
     * @param lane the lane's name, shown like a thread's
     * @param name name of the span
     * @param startNanos when it began
     * @param durationNanos how long it took, 0 or more
     */
    default void span(String lane, String name, long startNanos, long durationNanos) {
        span(lane, EventKind.SCOPE, name, startNanos, durationNanos);
    }

    /**
     * Adds a span of some kind on a lane of the source's own.
     *
     * @param lane the lane's name, shown like a thread's
     * @param kind the kind of event
     * @param name name of the span
     * @param startNanos when it began
     * @param durationNanos how long it took, 0 or more
     */
    default void span(String lane, EventKind kind, String name, long startNanos, long durationNanos) {
        span(lane, kind, name, startNanos, durationNanos, Attributes.NONE);
    }

    /**
     * Adds a span of some kind, with attributes, on a lane of the source's own.
     *
     * <p>Attributes count against the bytes that the buffers of a window may take ({@link
     * io.stepprofiler.RecordingLimits#withMaxBufferBytes}), and their distinct names and texts against {@value
     * Limits#MAX_NAMES}. Attributes that do not fit are left out and counted ({@link
     * io.stepprofiler.event.Anomaly#ARGUMENT_DROPPED}); the event stays.
     *
     * @param lane the lane's name, shown like a thread's
     * @param kind the kind of event
     * @param name name of the span
     * @param startNanos when it began
     * @param durationNanos how long it took, 0 or more
     * @param attributes further attributes; copied
     */
    void span(String lane, EventKind kind, String name, long startNanos, long durationNanos, Attributes attributes);

    /**
     * Adds an operation on a thread, nested among the scopes of that thread.
     *
     * @param threadId id of the Java thread; for another thread a unique number below 2^40
     * @param threadName the name of the thread, if it has recorded nothing else
     * @param operation the operation
     * @param startNanos when it began
     * @param durationNanos how long it took, 0 or more
     */
    void operation(long threadId, String threadName, OperationReport operation, long startNanos, long durationNanos);

    /**
     * Adds an operation that was still running when recording stopped; it lasts until then, and is marked unfinished.
     *
     * @param threadId as for {@link #operation}
     * @param threadName as for {@link #operation}
     * @param operation the operation
     * @param startNanos when it began
     * @param seenNanos its duration so far, 0 or more
     */
    void unfinishedOperation(
            long threadId, String threadName, OperationReport operation, long startNanos, long seenNanos);

    /**
     * Adds work of a device.
     *
     * @param device the device
     * @param stream number of the stream that it was done in, 0 or more
     * @param kind the kind of work
     * @param name its name
     * @param correlation the number of the operation that caused it; -1 if not known
     * @param startNanos when it began
     * @param durationNanos how long it took, 0 or more
     */
    default void deviceSpan(
            Device device,
            int stream,
            EventKind kind,
            String name,
            long correlation,
            long startNanos,
            long durationNanos) {
        deviceSpan(device, stream, kind, name, correlation, startNanos, durationNanos, Attributes.NONE);
    }

    /**
     * Adds work of a device, with attributes, which are limited as for {@link #span(String, EventKind, String, long,
     * long, Attributes)}.
     *
     * @param device the device
     * @param stream number of the stream that it was done in, 0 or more
     * @param kind the kind of work
     * @param name its name
     * @param correlation the number of the operation that caused it; -1 if not known
     * @param startNanos when it began
     * @param durationNanos how long it took, 0 or more
     * @param attributes further attributes; copied
     */
    void deviceSpan(
            Device device,
            int stream,
            EventKind kind,
            String name,
            long correlation,
            long startNanos,
            long durationNanos,
            Attributes attributes);

    /**
     * Adds a memory event.
     *
     * @param event the event, without a call stack
     */
    void memory(MemoryEvent event);

    /**
     * Adds a sample of a thread's call stack.
     *
     * @param threadId id of the Java thread, as for {@link #operation}
     * @param threadName the name of the thread, if it has recorded nothing else
     * @param kind the kind of sample
     * @param nanos when it was taken
     * @param stack the call stack of the thread, innermost frame first; empty if not known; not copied
     * @param weight the amount it represents: nanoseconds, or bytes for {@link SampleKind#ALLOCATION}; 0 or more
     */
    void stackSample(
            long threadId, String threadName, SampleKind kind, long nanos, List<StackTraceElement> stack, long weight);

    /**
     * Sets an entry of the trace's metadata, such as how the source recorded; the last one with a key counts. It is no
     * event.
     *
     * @param key key of the entry; an entry of the profile's user with the same key takes precedence
     * @param value value of the entry
     */
    void note(String key, String value);

    /**
     * Adds a sample of a counter.
     *
     * @param counter name of the counter
     * @param nanos when the sample was taken
     * @param value value of the counter; may be infinite or not a number
     */
    void sample(String counter, long nanos, double value);

    /**
     * Reports that the source did not record some steps of the window, as configured: no event is lost by that, and the
     * account of the trace has the number of steps. The default does nothing.
     *
     * @param count number of steps; 0 and less is ignored
     */
    default void stepsNotSampled(long count) {}

    /**
     * Reports that the source lost events.
     *
     * @param count number of events; 0 and less is ignored
     */
    void lost(long count);
}
