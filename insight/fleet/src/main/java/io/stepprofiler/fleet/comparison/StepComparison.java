package io.stepprofiler.fleet.comparison;

import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.ranks.ComparedSteps;
import io.stepprofiler.fleet.ranks.Excess;
import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.fleet.ranks.FleetGroups;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import io.stepprofiler.fleet.ranks.RankGroups;
import io.stepprofiler.fleet.ranks.RankSummary;
import io.stepprofiler.ledger.StepValue;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Comparison of the ranks in one step. A rank has an event in a step if its time exceeds its median by much more than
 * the usual noise, after the median excess of all ranks in this step is subtracted.
 */
final class StepComparison {
    /** Part of an event that a column explains at least, to be its cause. */
    private static final double HALF = 0.5;

    private final ComparedSteps compared;
    private final List<RankSummary> ranks;
    private final long[] medians;
    private final FleetGroups groups;
    private final long eventNanos;
    private final BitSet worst;

    /** A comparison with the smallest excess of an event, and with the ranks whose common gain is asked for. */
    StepComparison(ComparedSteps compared, List<RankSummary> ranks, FleetGroups groups, long eventNanos, BitSet worst) {
        this.compared = compared;
        this.ranks = ranks;
        this.groups = groups;
        this.eventNanos = eventNanos;
        this.worst = worst;
        medians = ranks.stream().mapToLong(RankSummary::medianNanos).toArray();
    }

    /** Compares the ranks in a step that is longer for all ranks by a shift; loops, because fleets are large. */
    StepWaste of(int step, long shift) {
        long[] row = compared.row(step);
        Distribution all = Distribution.of(Arrays.stream(row).filter(nanos -> nanos != FleetSteps.UNKNOWN));
        int last = -1;
        long greatestUsual = 0;
        long sumOfUsual = 0;
        for (int rank = 0; rank < row.length; rank++) {
            if (row[rank] != FleetSteps.UNKNOWN) {
                boolean isUsual = row[rank] - medians[rank] - shift <= eventNanos;
                long usual = isUsual ? row[rank] : medians[rank] + shift;
                greatestUsual = Math.max(greatestUsual, usual);
                sumOfUsual += usual;
                last = last < 0 || row[rank] > row[last] ? rank : last;
            }
        }
        long excess = all.max() - medians[last] - shift;
        boolean isEvent = excess > eventNanos;
        long mean = all.sum() / all.count();
        long wasteWithoutEvents = greatestUsual - sumOfUsual / all.count();
        return new StepWaste(
                last,
                compared.wallNanos(step),
                mean,
                all.median(),
                all.max(),
                isEvent ? Math.max(0, all.max() - mean - wasteWithoutEvents) : 0,
                isEvent ? cause(step, last, excess) : ExcessCause.UNKNOWN,
                outside(row, last, all.median()),
                greatest(row, all.median(), rank -> !worst.get(rank)));
    }

    private ExcessCause cause(int step, int rank, long excess) {
        Map<StepValue, Long> values = new EnumMap<>(StepValue.class);
        ranks.get(rank).means().forEach((column, mean) -> {
            long value = compared.value(column, rank, step);
            if (value != FleetSteps.UNKNOWN) {
                values.put(column, value - mean);
            }
        });
        return new Excess(
                        excess,
                        ranks.get(rank).medianNanos(),
                        values,
                        ranks.get(rank).means())
                .cause(HALF);
    }

    private Map<PlaceLevel, Long> outside(long[] row, int last, long median) {
        Map<PlaceLevel, Long> outside = new EnumMap<>(PlaceLevel.class);
        for (PlaceLevel level : PlaceLevel.values()) {
            RankGroups places = groups.at(level);
            outside.put(level, greatest(row, median, rank -> places.of(rank) != places.of(last)));
        }
        return outside;
    }

    private static long greatest(long[] row, long median, IntPredicate counts) {
        long greatest = median;
        for (int rank = 0; rank < row.length; rank++) {
            if (row[rank] > greatest && counts.test(rank)) {
                greatest = row[rank];
            }
        }
        return greatest;
    }
}
