package io.stepprofiler.mxnet;

import java.util.Map;

/**
 * Event of a trace.
 *
 * @param trackId its thread, or lane of an activity source
 * @param subject what it is
 * @param startNanos when it began, on the clock of traces
 * @param durationNanos how long it took, as far as that is known
 * @param isAsync whether it takes no part in the nesting of its track
 * @param unfinished whether its end is not known
 * @param arguments its arguments
 */
record Occurrence(
        long trackId,
        Subject subject,
        long startNanos,
        long durationNanos,
        boolean isAsync,
        boolean unfinished,
        Map<String, Object> arguments) {
    long endNanos() {
        return startNanos + durationNanos;
    }

    /** The same with an end. */
    Occurrence until(long endNanos, boolean isKnown) {
        return new Occurrence(
                trackId, subject, startNanos, Math.max(endNanos - startNanos, 0), isAsync, !isKnown, arguments);
    }
}
