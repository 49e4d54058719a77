package io.stepprofiler.fleet.ranks;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.statistics.Spearman;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.FleetSteps.Figures;
import io.stepprofiler.ledger.StepValue;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Figures of one rank, from its columns alone. Times are nanoseconds.
 *
 * @param medianNanos median of the compared time
 * @param meanNanos its mean
 * @param windowNanos its median in each window; {@link FleetSteps#UNKNOWN} if the rank lacks half of the window
 * @param pauseNanos its mean pause for garbage collections in each window; 0 if it is not known
 * @param means mean of each value in a step; absent if half of the steps lack it
 * @param batchCorrelation rank correlation of the compared time and the batch over the steps; 0 if it is not known, or
 *     if the time hardly varies
 */
public record RankSummary(
        long medianNanos,
        long meanNanos,
        List<Long> windowNanos,
        List<Long> pauseNanos,
        Map<StepValue, Long> means,
        double batchCorrelation)
        implements Serializable {
    private static final double VARIES = 0.05;

    /** Copies the collections. */
    public RankSummary {
        windowNanos = List.copyOf(windowNanos);
        pauseNanos = List.copyOf(pauseNanos);
        means = Map.copyOf(means);
    }

    /**
     * {@return the figures of a rank}
     *
     * @param rank its compared steps
     * @param evidence the compared time
     * @param windows number of windows, into which the steps are divided
     */
    public static RankSummary of(Figures rank, EvidenceLevel evidence, int windows) {
        long[] nanos = evidence.nanos(rank);
        int steps = nanos.length;
        Distribution all = Distribution.of(known(0, steps, nanos));
        long[] pauses = rank.values(StepValue.PAUSE_NANOS);
        List<Long> medians = new ArrayList<>();
        List<Long> ofPauses = new ArrayList<>();
        for (int window = 0; window < windows; window++) {
            int from = ComparedSteps.firstStep(steps, window, windows);
            int to = ComparedSteps.firstStep(steps, window + 1, windows);
            long[] part = known(from, to, nanos).toArray();
            medians.add(2 * part.length < to - from ? FleetSteps.UNKNOWN : Quantiles.median(Arrays.stream(part)));
            ofPauses.add((long) known(from, to, pauses).average().orElse(0));
        }
        Map<StepValue, Long> means = new EnumMap<>(StepValue.class);
        for (StepValue value : StepValue.values()) {
            long sum = 0;
            int count = 0;
            for (long figure : rank.values(value)) {
                sum += figure == FleetSteps.UNKNOWN ? 0 : figure;
                count += figure == FleetSteps.UNKNOWN ? 0 : 1;
            }
            if (2 * count > steps) {
                means.put(value, sum / count);
            }
        }
        boolean varies = all.p90() - all.p10() >= VARIES * all.median();
        return new RankSummary(
                all.median(),
                (long) all.mean(),
                medians,
                ofPauses,
                means,
                varies && means.containsKey(StepValue.BATCH)
                        ? batchCorrelation(nanos, rank.values(StepValue.BATCH))
                        : 0);
    }

    private static double batchCorrelation(long[] nanos, long... batches) {
        int[] both = IntStream.range(0, nanos.length)
                .filter(step -> nanos[step] != FleetSteps.UNKNOWN && batches[step] != FleetSteps.UNKNOWN)
                .toArray();
        return Spearman.correlation(
                Arrays.stream(both).mapToLong(step -> nanos[step]).toArray(),
                Arrays.stream(both).mapToLong(step -> batches[step]).toArray());
    }

    /** Returns the known figures of some steps; none of a column that is not known at all. */
    private static LongStream known(int from, int to, long... figures) {
        return figures.length == 0
                ? LongStream.empty()
                : Arrays.stream(figures, from, to).filter(each -> each != FleetSteps.UNKNOWN);
    }

    /** {@return whether the rank has enough steps in each window} */
    public boolean isInAllWindows() {
        return !windowNanos.contains(FleetSteps.UNKNOWN);
    }
}
