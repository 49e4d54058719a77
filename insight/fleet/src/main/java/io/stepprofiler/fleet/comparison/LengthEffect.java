package io.stepprofiler.fleet.comparison;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.fleet.ranks.RankSummary;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Dependence of the times on the batches: the steps of a rank are longer if its batches are larger, such as longer
 * sequences. Then ranks wait for the data of other ranks, and no machine is slow.
 *
 * @param correlation median over the ranks of the rank correlation of time and batch
 * @param ranks number of ranks with a high correlation
 */
public record LengthEffect(double correlation, int ranks) {
    private static final double HIGH = 0.8;

    /** Returns the dependence; empty unless most ranks have it. */
    static Optional<LengthEffect> of(List<RankSummary> summaries) {
        int high = (int) summaries.stream()
                .filter(rank -> rank.batchCorrelation() >= HIGH)
                .count();
        // Integers have the same order on any machine.
        LongStream parts = summaries.stream().mapToLong(rank -> Math.round(rank.batchCorrelation() * 1e6));
        return 2 * high > summaries.size()
                ? Optional.of(new LengthEffect(Quantiles.median(parts) / 1e6, high))
                : Optional.empty();
    }
}
