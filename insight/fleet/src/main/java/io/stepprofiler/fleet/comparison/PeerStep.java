package io.stepprofiler.fleet.comparison;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.ranks.ComparedSteps;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.fleet.ranks.RankGroups;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Times of the ranks in one step against their peers. Times are nanoseconds.
 *
 * @param usual median of each group of peers
 * @param peaks ranks whose time is far beyond their peers'
 * @param longest the rank whose time is the most above its peers', by half of them at least; empty without one
 * @param wallNanos duration on the wall
 */
record PeerStep(List<Long> usual, List<Excess> peaks, List<Excess> longest, long wallNanos) implements Serializable {
    /** Multiple of the usual step from which a single step is far beyond all others. */
    private static final int FAR = 3;

    /** Time of a rank above its peers' in a step. */
    record Excess(int rank, int step, long nanos) implements Serializable {}

    /** Returns the steps of a run. */
    static List<PeerStep> of(ComparedSteps compared, RankGroups peers) {
        EvidenceLevel evidence = compared.evidence();
        int[][] groups = IntStream.range(0, peers.size())
                .mapToObj(group -> peers.members(group).stream()
                        .mapToInt(Integer::intValue)
                        .toArray())
                .toArray(int[][]::new);
        return compared.byStep(step -> of(step.index(), step.longestNanos(), evidence.nanos(step), groups));
    }

    private static PeerStep of(int step, long wallNanos, long[] row, int[][] groups) {
        List<Long> usual = new ArrayList<>();
        List<Excess> peaks = new ArrayList<>();
        Excess longest = new Excess(-1, step, 0);
        for (int[] group : groups) {
            long median = Quantiles.median(
                    Arrays.stream(group).mapToLong(rank -> row[rank]).filter(nanos -> nanos != FleetSteps.UNKNOWN));
            usual.add(median);
            for (int rank : group) {
                long more = row[rank] == FleetSteps.UNKNOWN ? 0 : row[rank] - median;
                if (more > FAR * median) {
                    peaks.add(new Excess(rank, step, more));
                }
                longest = more > Math.max(longest.nanos, median / 2) ? new Excess(rank, step, more) : longest;
            }
        }
        return new PeerStep(usual, peaks, longest.rank < 0 ? List.of() : List.of(longest), wallNanos);
    }
}
