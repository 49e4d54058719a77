package io.stepprofiler.fleet.comparison;

import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.FleetSteps.Figures;
import io.stepprofiler.fleet.comparison.RankSeries.Part;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.fleet.ranks.RankGroups;
import java.io.Serializable;
import java.util.stream.IntStream;

/**
 * Usual times of the peers of each rank in each step, in nanoseconds; functions of a rank's steps that other processes
 * may apply.
 *
 * @param evidence the compared time
 * @param peers the groups of peers
 * @param nanos lower quartile of each group in each step: half of the ranks may be slow at the same time
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record PeerTimes(EvidenceLevel evidence, RankGroups peers, long[][] nanos) implements Serializable {
    /** Returns the usual times of a rank's peers. */
    long[] of(int rank) {
        return nanos[peers.of(rank)];
    }

    /** Returns the times of a rank above its peers', for a {@link RankSeries}. */
    int[] above(Figures rank) {
        return RankSeries.above(evidence.nanos(rank), of(rank.index()));
    }

    /** Returns the time of a rank above its peers' in some steps. */
    long aboveNanos(Figures rank, Part steps) {
        long[] times = evidence.nanos(rank);
        long[] usual = of(rank.index());
        return IntStream.range(steps.from(), steps.to())
                .filter(step -> times[step] != FleetSteps.UNKNOWN)
                .mapToLong(step -> times[step] - usual[step])
                .sum();
    }
}
