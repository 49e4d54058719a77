package io.stepprofiler.fleet.sync;

import io.stepprofiler.event.Collective;

/**
 * One rank's part in a collective. Both times are on the clock of the rank's host, of any origin, and include no work
 * of the rank itself.
 *
 * @param rank index of the rank in the steps of the fleet
 * @param group index of the group of ranks
 * @param kind kind of the collective
 * @param number number among the collectives of the group and the kind in the step, from 0
 * @param bytes size of the message
 * @param arrivalNanos start of the wait for the other ranks
 * @param endNanos end of the collective
 */
public record RankSync(
        int rank, int group, Collective kind, int number, long bytes, long arrivalNanos, long endNanos) {}
