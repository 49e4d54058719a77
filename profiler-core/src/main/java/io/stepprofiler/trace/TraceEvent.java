package io.stepprofiler.trace;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One event of a trace as an object, made on demand.
 *
 * @param name the name of the event
 * @param kind its kind
 * @param domain the domain of a marker, task or frame; empty if it has none, and for other kinds
 * @param trackId the track it is on
 * @param startNanos when it began, on the clock of the trace
 * @param durationNanos how long it took
 * @param unfinished whether its end is not known; the duration is then a lower bound
 * @param async whether it takes no part in the nesting of its track: it ended on another thread, or was reported so
 * @param arguments its arguments, with values of type Long, Double, Boolean or String
 * @param signature its signature, if it is an operation that was reported with one
 * @param sequenceNumber the number that a forward operation and its backward operation share; -1 if there is none
 * @param forwardThread for a backward operation the id of the track of its forward operation; else -1
 * @param correlation the number that work on a device shares with the event that caused it; -1 if there is none
 * @param stack the call stack that it was begun from, innermost frame first; empty if not recorded
 */
public record TraceEvent(
        String name,
        EventKind kind,
        String domain,
        long trackId,
        long startNanos,
        long durationNanos,
        boolean unfinished,
        boolean async,
        Map<String, Object> arguments,
        Optional<OpSignature> signature,
        long sequenceNumber,
        long forwardThread,
        long correlation,
        List<StackTraceElement> stack) {
    /** {@return when the event ended, in nanoseconds on the clock of the trace} */
    public long endNanos() {
        return startNanos + durationNanos;
    }

    /** {@return whether it is an instant: a marker, which has a time and no duration} */
    public boolean isInstant() {
        return kind.isInstant();
    }
}
