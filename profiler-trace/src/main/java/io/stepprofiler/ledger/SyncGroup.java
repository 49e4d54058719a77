package io.stepprofiler.ledger;

import io.stepprofiler.trace.ProcessGroup;

/**
 * Group of ranks that do a collective together, as its members know it from each other. Two groups of a run differ.
 *
 * @param name name of the group; empty for all ranks
 * @param firstRank least rank in it; 0 for all ranks
 * @param size number of ranks in it; 0 for all ranks
 */
public record SyncGroup(String name, int firstRank, int size) {
    /**
     * {@return the group of some workers}
     *
     * @param group the workers; without ranks, it is the group of all
     */
    public static SyncGroup of(ProcessGroup group) {
        return new SyncGroup(
                group.name(),
                group.ranks().stream().mapToInt(Integer::intValue).min().orElse(0),
                group.ranks().size());
    }
}
