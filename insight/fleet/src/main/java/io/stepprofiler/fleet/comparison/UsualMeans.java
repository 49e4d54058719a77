package io.stepprofiler.fleet.comparison;

import io.stepprofiler.fleet.ranks.Excess;
import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.fleet.ranks.RankGroups;
import io.stepprofiler.fleet.ranks.RankSummary;
import io.stepprofiler.ledger.StepValue;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Usual mean figures of the peers of each rank, to find the cause of a longer time. */
final class UsualMeans {
    /** Part of the longer time that a column explains at least, to be its cause. */
    private static final double MOST = 0.8;

    private final List<RankSummary> ranks;
    private final long[] times;
    private final Map<StepValue, long[]> values = new EnumMap<>(StepValue.class);

    UsualMeans(List<RankSummary> ranks, RankGroups peers) {
        this.ranks = ranks;
        times = peers.medians(rank -> true, rank -> ranks.get(rank).meanNanos());
        for (StepValue value : StepValue.values()) {
            values.put(
                    value,
                    peers.medians(
                            rank -> ranks.get(rank).means().containsKey(value),
                            rank -> ranks.get(rank).means().getOrDefault(value, 0L)));
        }
    }

    /** Returns the cause of the longer time of some ranks: means tell pauses, which medians of short ones lack. */
    ExcessCause cause(List<Integer> slow) {
        long usual = slow.stream().mapToLong(rank -> times[rank]).sum();
        long time = slow.stream().mapToLong(rank -> ranks.get(rank).meanNanos()).sum();
        Map<StepValue, Long> excess = new EnumMap<>(StepValue.class);
        Map<StepValue, Long> usualValues = new EnumMap<>(StepValue.class);
        values.forEach((value, medians) -> {
            if (slow.stream().allMatch(rank -> ranks.get(rank).means().containsKey(value))) {
                long of = slow.stream().mapToLong(rank -> medians[rank]).sum();
                long sum = slow.stream()
                        .mapToLong(rank -> ranks.get(rank).means().getOrDefault(value, 0L))
                        .sum();
                usualValues.put(value, of);
                excess.put(value, sum - of);
            }
        });
        return new Excess(time - usual, usual, excess, usualValues).cause(MOST);
    }
}
