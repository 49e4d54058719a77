package io.stepprofiler.analysis.functions;

/**
 * A call of a function in a trace.
 *
 * @param function name of the function
 * @param trackId the track it is on
 * @param startNanos when it began, on the clock of the trace
 * @param endNanos when it ended
 */
public record FunctionCall(String function, long trackId, long startNanos, long endNanos) {}
