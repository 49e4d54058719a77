package io.stepprofiler.fleet.sync;

/**
 * Waits of a rank, and waits that it causes, over the steps whose duration and collectives are known.
 *
 * @param rank number of the rank
 * @param steps number of these steps
 * @param parts parts of their sum
 * @param causedNanos waits of all ranks that this one causes, in rank-nanoseconds
 * @param marginalNanos time by which collectives would have begun earlier if only this rank had been faster
 */
public record RankWaits(int rank, int steps, RankStep parts, long causedNanos, long marginalNanos) {}
