package io.stepprofiler.jvm;

/**
 * When a window began and ended, and what a sample of methods stood for in it.
 *
 * @param beganNanos when it began
 * @param endedNanos when it ended; {@link Long#MAX_VALUE} for a piece that others follow, whose events all began in it
 *     or before
 */
record WindowEnds(long beganNanos, long endedNanos) {}
