package io.stepprofiler.ledger;

/**
 * Group of ranks that do a collective together, as its members know it from each other. Two groups of a run differ.
 *
 * @param name name of the group; empty for all ranks
 * @param firstRank least rank in it; 0 for all ranks
 * @param size number of ranks in it; 0 for all ranks
 */
public record SyncGroup(String name, int firstRank, int size) {}
