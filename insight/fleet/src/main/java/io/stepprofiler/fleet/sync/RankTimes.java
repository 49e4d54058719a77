package io.stepprofiler.fleet.sync;

import java.io.Serializable;

/**
 * Times of the ranks in one step.
 *
 * @param durations the duration for each rank
 * @param own the duration without waits for other ranks
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record RankTimes(long[] durations, long[] own) implements Serializable {}
