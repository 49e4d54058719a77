package io.stepprofiler.fleet.ranks;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Duration of the steps if some ranks were as fast as the others, and if the stages of a pipeline took another time. A
 * step ends when its slowest rank has done its own work, so it changes by the change of the slowest rank's time: from
 * the largest time to the largest of the other ranks; if there are none, to the median. This is the gain that the verdict
 * shows. Times are nanoseconds a step.
 *
 * @param steps number of compared steps
 * @param ranks number of compared ranks
 * @param withoutRanks number of them that are taken for as fast as the others
 * @param stepNanos mean duration of a step
 * @param changedNanos mean duration with the changes
 */
public record OwnTimesWhatIf(int steps, int ranks, int withoutRanks, long stepNanos, long changedNanos) {
    /**
     * {@return the answer} Takes time proportional to ranks times steps, times the logarithm of the ranks.
     *
     * @param steps the steps of all ranks
     * @param without true for the ranks that are taken for as fast as the others
     * @param stages factor of the times of a stage by its position; 1 for other stages
     */
    public static OwnTimesWhatIf of(FleetSteps steps, Predicate<RankPlace> without, Map<Integer, Double> stages) {
        ComparedSteps compared = new ComparedSteps(steps);
        boolean[] isWithout = new boolean[compared.ranks()];
        double[] factors = new double[compared.ranks()];
        for (int rank = 0; rank < factors.length; rank++) {
            RankPlace place = compared.places().get(rank);
            isWithout[rank] = without.test(place);
            factors[rank] = stages.getOrDefault(place.stage(), 1.0);
        }
        EvidenceLevel evidence = compared.evidence();
        List<Change> changes =
                compared.byStep(step -> Change.of(step.longestNanos(), evidence.nanos(step), factors, isWithout));
        long before = changes.stream().mapToLong(Change::before).sum();
        long after = changes.stream().mapToLong(Change::after).sum();
        int divisor = Math.max(1, compared.steps());
        return new OwnTimesWhatIf(
                compared.steps(),
                compared.ranks(),
                (int) IntStream.range(0, isWithout.length)
                        .filter(rank -> isWithout[rank])
                        .count(),
                before / divisor,
                after / divisor);
    }

    /** Duration of a step before and after the change. */
    private record Change(long before, long after) implements Serializable {
        static Change of(long wall, long[] times, double[] factors, boolean... isWithout) {
            int[] known = IntStream.range(0, times.length)
                    .filter(rank -> times[rank] != FleetSteps.UNKNOWN)
                    .toArray();
            long largest =
                    Arrays.stream(known).mapToLong(rank -> times[rank]).max().orElse(0);
            long[] changed = new long[times.length];
            Arrays.setAll(changed, rank -> Math.round(times[rank] * factors[rank]));
            long others = Arrays.stream(known)
                    .filter(rank -> !isWithout[rank])
                    .mapToLong(rank -> changed[rank])
                    .max()
                    .orElse(0);
            // The median of all ranks may be the time of a slow one, so it counts only if no other rank is left.
            long usual =
                    others > 0 ? others : Quantiles.median(Arrays.stream(known).mapToLong(rank -> changed[rank]));
            return new Change(wall, wall - largest + usual);
        }
    }

    /** {@return the change of the mean step as a part of it; negative if it is shorter} */
    public double change() {
        return (double) (changedNanos - stepNanos) / Math.max(1, stepNanos);
    }
}
