package io.stepprofiler.trace;

import java.util.Map;

/**
 * One event of a trace as an object, made when it is asked for.
 *
 * @param name what the event is called
 * @param trackId the track it is on
 * @param startNanos when it began, on the clock of the trace
 * @param durationNanos how long it took
 * @param unfinished whether its end is not known; the duration is then a lower bound
 * @param async whether it ended on another thread; it then takes no part in the nesting of its track
 * @param arguments what was attached to it: values are Long, Double or String
 */
public record TraceEvent(
        String name,
        long trackId,
        long startNanos,
        long durationNanos,
        boolean unfinished,
        boolean async,
        Map<String, Object> arguments) {
    /** {@return when the event ended, in nanoseconds on the clock of the trace} */
    public long endNanos() {
        return startNanos + durationNanos;
    }
}
