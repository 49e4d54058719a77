package io.stepprofiler.fleet.ranks;

import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.statistics.Spearman;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.ledger.StepValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Figures of one rank, from its columns alone. Times are nanoseconds.
 *
 * @param medianNanos median of the compared time
 * @param meanNanos its mean
 * @param windowNanos its median in each window; {@link FleetSteps#UNKNOWN} if the rank lacks half of the window
 * @param means mean of each value in a step; absent if half of the steps lack it
 * @param batchCorrelation rank correlation of the compared time and the batch over the steps; 0 if it is not known, or
 *     if the time hardly varies
 */
public record RankSummary(
        long medianNanos, long meanNanos, List<Long> windowNanos, Map<StepValue, Long> means, double batchCorrelation) {
    private static final double VARIES = 0.05;

    /** Copies the collections. */
    public RankSummary {
        windowNanos = List.copyOf(windowNanos);
        means = Map.copyOf(means);
    }

    /**
     * {@return the figures of a rank}
     *
     * @param compared the steps
     * @param rank the rank
     * @param windows number of windows, into which the steps are divided
     */
    public static RankSummary of(ComparedSteps compared, int rank, int windows) {
        int steps = compared.steps();
        IntToLongFunction own = step -> compared.nanos(rank, step);
        Distribution all = Distribution.of(known(0, steps, own));
        List<Long> medians = new ArrayList<>();
        for (int window = 0; window < windows; window++) {
            int from = compared.firstStep(window, windows);
            int to = compared.firstStep(window + 1, windows);
            Distribution part = Distribution.of(known(from, to, own));
            medians.add(2 * part.count() < to - from ? FleetSteps.UNKNOWN : part.median());
        }
        Map<StepValue, Long> means = new EnumMap<>(StepValue.class);
        for (StepValue value : StepValue.values()) {
            long[] figures =
                    known(0, steps, step -> compared.value(value, rank, step)).toArray();
            if (2 * figures.length > steps) {
                means.put(value, Arrays.stream(figures).sum() / figures.length);
            }
        }
        boolean varies = all.p90() - all.p10() >= VARIES * all.median();
        return new RankSummary(
                all.median(),
                (long) all.mean(),
                medians,
                means,
                varies && means.containsKey(StepValue.BATCH) ? batchCorrelation(compared, rank) : 0);
    }

    private static double batchCorrelation(ComparedSteps compared, int rank) {
        int[] both = IntStream.range(0, compared.steps())
                .filter(step -> compared.nanos(rank, step) != FleetSteps.UNKNOWN
                        && compared.value(StepValue.BATCH, rank, step) != FleetSteps.UNKNOWN)
                .toArray();
        return Spearman.correlation(
                Arrays.stream(both)
                        .mapToLong(step -> compared.nanos(rank, step))
                        .toArray(),
                Arrays.stream(both)
                        .mapToLong(step -> compared.value(StepValue.BATCH, rank, step))
                        .toArray());
    }

    private static LongStream known(int from, int to, IntToLongFunction figure) {
        return IntStream.range(from, to).mapToLong(figure).filter(each -> each != FleetSteps.UNKNOWN);
    }

    /** {@return whether the rank has enough steps in each window} */
    public boolean isInAllWindows() {
        return !windowNanos.contains(FleetSteps.UNKNOWN);
    }
}
