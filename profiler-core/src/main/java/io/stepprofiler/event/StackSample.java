package io.stepprofiler.event;

/**
 * One sample of what a thread was doing.
 *
 * @param nanos when it was taken, in nanoseconds on the clock of the trace
 * @param trackId the track of the thread
 * @param kind what it is a sample of
 * @param stackId the call stack of the thread, as an id of the trace; -1 if not known
 * @param weight what the sample stands for: nanoseconds, or bytes for {@link SampleKind#ALLOCATION}; 0 or more
 */
public record StackSample(long nanos, long trackId, SampleKind kind, int stackId, long weight) {}
