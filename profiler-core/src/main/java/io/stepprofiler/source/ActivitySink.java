package io.stepprofiler.source;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.SampleKind;
import java.util.List;

/**
 * Takes what an {@link ActivitySource} saw; each call is counted in the account of the trace, as dropped if it makes no
 * sense, such as a missing device.
 *
 * <p>Times are nanoseconds on the clock of {@link System#nanoTime()}. For use during
 * {@link ActivityRecording#collect} only; what is reported after its deadline is ignored.
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
    default void span(String lane, String name, long startNanos, long durationNanos) {
        span(lane, EventKind.SCOPE, name, startNanos, durationNanos);
    }

    /**
     * Adds a stretch of time of some kind on a lane of the source's own.
     *
     * @param lane the lane's name, shown like a thread's
     * @param kind what sort of thing happened
     * @param name what happened
     * @param startNanos when it began
     * @param durationNanos how long it took, 0 or more
     */
    default void span(String lane, EventKind kind, String name, long startNanos, long durationNanos) {
        span(lane, kind, name, startNanos, durationNanos, Attributes.NONE);
    }

    /**
     * Adds a stretch of time of some kind, with attributes, on a lane of the source's own.
     *
     * <p>Attributes count against the bytes that the buffers of a window may take
     * ({@link io.stepprofiler.RecordingLimits#maxBufferBytes}), and their distinct names and texts against
     * {@link io.stepprofiler.Defaults#MAX_NAMES}. Those that do not fit are left out and counted
     * ({@link io.stepprofiler.event.Anomaly#ARGUMENT_DROPPED}); the event stays.
     *
     * @param lane the lane's name, shown like a thread's
     * @param kind what sort of thing happened
     * @param name what happened
     * @param startNanos when it began
     * @param durationNanos how long it took, 0 or more
     * @param attributes what else is known of it; copied
     */
    void span(String lane, EventKind kind, String name, long startNanos, long durationNanos, Attributes attributes);

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
     * Adds an operation that has begun and whose end is not known, because it went on when recording stopped; it is
     * shown up to there, and marked unfinished.
     *
     * @param threadId as for {@link #operation}
     * @param threadName as for {@link #operation}
     * @param operation what it was
     * @param startNanos when it began
     * @param seenNanos for how long it has been seen, 0 or more
     */
    void unfinishedOperation(
            long threadId, String threadName, OperationReport operation, long startNanos, long seenNanos);

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
     * Adds work of a device, with attributes, of which the same is true as for {@link #span(String, EventKind,
     * String, long, long, Attributes)}.
     *
     * @param device the device
     * @param stream number of the stream that it was done in, 0 or more
     * @param kind what sort of work
     * @param name what was done
     * @param correlation the number of the operation that caused it; -1 if not known
     * @param startNanos when it began
     * @param durationNanos how long it took, 0 or more
     * @param attributes what else is known of it; copied
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
     * @param event what happened; without a call stack
     */
    void memory(MemoryEvent event);

    /**
     * Adds a sample of what a thread was doing.
     *
     * @param threadId id of the Java thread, as for {@link #operation}
     * @param threadName what the thread is called, if it has recorded nothing else
     * @param kind what it is a sample of
     * @param nanos when it was taken
     * @param stack the call stack of the thread, innermost frame first; empty if not known; not copied
     * @param weight what it stands for: nanoseconds, or bytes for {@link SampleKind#ALLOCATION}; 0 or more
     */
    void stackSample(
            long threadId, String threadName, SampleKind kind, long nanos, List<StackTraceElement> stack, long weight);

    /**
     * Sets an entry of the trace's metadata, such as how the source saw what it saw; the last one with a key counts.
     * It is no event.
     *
     * @param key key of the entry; one that the profile's user set, too, is the user's
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
     * Tells that the source looked away in some steps of the window, as it was asked to: no event is lost by that,
     * and the account of the trace says how many steps they were. The default does nothing.
     *
     * @param count number of steps; 0 and less is ignored
     */
    default void stepsNotSampled(long count) {}

    /**
     * Tells that the source lost events.
     *
     * @param count number of events; 0 and less is ignored
     */
    void lost(long count);
}
