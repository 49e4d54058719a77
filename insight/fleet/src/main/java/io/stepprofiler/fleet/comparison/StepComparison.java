package io.stepprofiler.fleet.comparison;

import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.FleetSteps.Figures;
import io.stepprofiler.fleet.FleetSteps.Reduction;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.fleet.ranks.FleetGroups;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import io.stepprofiler.fleet.ranks.RankGroups;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Comparison of the ranks in one step. A rank has an event in a step if its time exceeds its median by much more than
 * the usual noise, after the median excess of all ranks in this step is subtracted.
 */
final class StepComparison implements Reduction<Figures, StepWaste> {
    private static final long serialVersionUID = 1;

    private final EvidenceLevel evidence;
    private final FleetGroups groups;
    private final long[] medians;
    private final long[] shifts;
    private final long eventNanos;

    /**
     * A comparison.
     *
     * @param medians median time of each rank
     * @param shifts time by which each step is longer for all ranks
     * @param eventNanos smallest excess of an event
     */
    StepComparison(EvidenceLevel evidence, FleetGroups groups, long[] medians, long[] shifts, long eventNanos) {
        this.evidence = evidence;
        this.groups = groups;
        this.medians = medians;
        this.shifts = shifts;
        this.eventNanos = eventNanos;
    }

    /** Compares the ranks in a step, by loops, because fleets are large; the cause of an event is not known here. */
    @Override
    public StepWaste of(Figures step) {
        long shift = shifts[step.index()];
        long[] row = evidence.nanos(step);
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
        boolean isEvent = all.max() - medians[last] - shift > eventNanos;
        long mean = all.sum() / all.count();
        long wasteWithoutEvents = greatestUsual - sumOfUsual / all.count();
        return new StepWaste(
                last,
                step.longestNanos(),
                mean,
                all.median(),
                all.max(),
                isEvent ? Math.max(0, all.max() - mean - wasteWithoutEvents) : 0,
                ExcessCause.UNKNOWN,
                outside(row, last, all.median()));
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
