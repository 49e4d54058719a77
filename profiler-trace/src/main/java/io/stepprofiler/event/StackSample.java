package io.stepprofiler.event;

/**
 * One sample of a thread's call stack.
 *
 * @param nanos when it was taken, in nanoseconds on the clock of the trace
 * @param trackId the track of the thread
 * @param kind the kind of sample
 * @param stackId the call stack of the thread, as an id of the trace; -1 if not known
 * @param weight the amount that the sample represents: nanoseconds, or bytes for {@link SampleKind#ALLOCATION}; 0 or
 *     more
 */
public record StackSample(long nanos, long trackId, SampleKind kind, int stackId, long weight) {}
