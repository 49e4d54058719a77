package io.stepprofiler.analysis.functions;

/**
 * One call of a function.
 *
 * @param trackId the track it is on
 * @param function number of the function in its trace
 * @param startNanos when it began
 * @param endNanos when it ended
 * @param firstEvent index of the first event on its track that can be inside it
 * @param isInner whether it is inside a call of another function
 */
record Call(long trackId, int function, long startNanos, long endNanos, int firstEvent, boolean isInner) {
    long nanos() {
        return endNanos - startNanos;
    }
}
