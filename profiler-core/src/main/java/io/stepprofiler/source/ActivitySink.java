package io.stepprofiler.source;

import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.event.SampleKind;
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
     * Adds a span.
     *
     * @param span the span; may be used for another one afterwards
     */
    void span(SpanReport span);

    /**
     * Adds a memory event.
     *
     * @param event the event, without a call stack
     */
    void memory(MemoryEvent event);

    /**
     * Adds a sample of a thread's call stack.
     *
     * @param threadId id of the Java thread, as for {@link SpanReport#onThread}
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
