package io.stepprofiler.trace;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.OpSignature;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One event of a trace as an object, made on demand. Immutable; events with equal values are equal. */
public sealed interface TraceEvent permits EventValues {
    /** {@return the name of the event} */
    String name();

    /** {@return its kind} */
    EventKind kind();

    /** {@return the domain of a marker, task or frame; empty if it has none, and for other kinds} */
    String domain();

    /** {@return the id of the track it is on} */
    long trackId();

    /** {@return when it began, in nanoseconds on the clock of the trace} */
    long startNanos();

    /** {@return how long it took} */
    long durationNanos();

    /** {@return when the event ended, in nanoseconds on the clock of the trace} */
    default long endNanos() {
        return startNanos() + durationNanos();
    }

    /** {@return whether it is an instant: a marker, which has a time and no duration} */
    default boolean isInstant() {
        return kind().isInstant();
    }

    /** {@return whether its end is not known; the duration is then a lower bound} */
    boolean unfinished();

    /**
     * {@return whether it takes no part in the nesting of its track: it ended on another thread, or was reported so}
     */
    boolean async();

    /** {@return its arguments, with values of type Long, Double, Boolean or String} */
    Map<String, Object> arguments();

    /** {@return its signature, if it is an operation that was reported with one} */
    Optional<OpSignature> signature();

    /** {@return the number that a forward operation and its backward operation share; -1 if there is none} */
    long sequenceNumber();

    /** {@return for a backward operation the id of the track of its forward operation; else -1} */
    long forwardThread();

    /** {@return the number that work on a device shares with the event that caused it; -1 if there is none} */
    long correlation();

    /** {@return the call stack that it was begun from, innermost frame first; empty if not recorded} */
    List<StackTraceElement> stack();
}
