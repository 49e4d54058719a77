package io.stepprofiler.fleet.comparison;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.ranks.ComparedSteps;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.fleet.ranks.RankGroups;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Usual times of the ranks in one step, in nanoseconds.
 *
 * @param usual lower quartile of each group of peers
 * @param wallNanos duration on the wall
 */
record PeerStep(List<Long> usual, long wallNanos) implements Serializable {
    private static final double QUARTER = 0.25;

    /** Returns the steps of a run. */
    static List<PeerStep> of(ComparedSteps compared, RankGroups peers) {
        EvidenceLevel evidence = compared.evidence();
        int[][] groups = IntStream.range(0, peers.size())
                .mapToObj(group -> peers.members(group).stream()
                        .mapToInt(Integer::intValue)
                        .toArray())
                .toArray(int[][]::new);
        return compared.byStep(step -> of(step.longestNanos(), evidence.nanos(step), groups));
    }

    private static PeerStep of(long wallNanos, long[] row, int[][] groups) {
        return new PeerStep(
                Stream.of(groups)
                        .map(group -> Arrays.stream(group)
                                .mapToLong(rank -> row[rank])
                                .filter(nanos -> nanos != FleetSteps.UNKNOWN)
                                .sorted()
                                .toArray())
                        .map(sorted -> Quantiles.of(sorted, QUARTER))
                        .toList(),
                wallNanos);
    }
}
