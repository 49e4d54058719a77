package io.stepprofiler.jvm;

/**
 * Start and end of a window.
 *
 * @param beganNanos start of the window
 * @param endedNanos end of the window; {@link Long#MAX_VALUE} while the window is open
 */
record WindowEnds(long beganNanos, long endedNanos) {}
