package io.stepprofiler.analysis.breakdown;

import io.stepprofiler.amount.Quantiles;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Distribution of a figure over steps: the five-number summary, and further quantiles for decisions. Quantiles are by the
 * nearest rank, as in key averages. All figures are 0 without values.
 *
 * @param count number of values
 * @param min the smallest
 * @param p10 the 10th percentile, which disturbances of a run change least
 * @param q1 the first quartile
 * @param median the median
 * @param q3 the third quartile
 * @param p90 the 90th percentile
 * @param max the largest
 * @param sum the sum
 */
public record Distribution(int count, long min, long p10, long q1, long median, long q3, long p90, long max, long sum) {
    private static final double SLOW = 1.3;

    /**
     * {@return the distribution of some values}
     *
     * @param values the values, in any order
     */
    public static Distribution of(LongStream values) {
        long[] sorted = values.sorted().toArray();
        if (sorted.length == 0) {
            return new Distribution(0, 0, 0, 0, 0, 0, 0, 0, 0);
        }
        return new Distribution(
                sorted.length,
                sorted[0],
                Quantiles.of(sorted, 0.1),
                Quantiles.of(sorted, 0.25),
                Quantiles.of(sorted, 0.5),
                Quantiles.of(sorted, 0.75),
                Quantiles.of(sorted, 0.9),
                sorted[sorted.length - 1],
                Arrays.stream(sorted).sum());
    }

    /** {@return the mean; 0 if there is no value} */
    public double mean() {
        return count == 0 ? 0 : (double) sum / count;
    }

    /**
     * {@return the value above which a value is an outlier: three standard deviations above the median, estimated by
     * the median absolute deviation, which outliers do not change}
     *
     * @param values the values of this distribution
     */
    public double outlierBound(LongStream values) {
        long deviation = Quantiles.median(values.map(value -> Math.abs(value - median)));
        return median + 3 * Quantiles.NORMAL * deviation;
    }

    /**
     * {@return the duration above which a step is slow: an outlier, and clearly longer than the median}
     *
     * @param values the values of this distribution
     */
    public double slowFrom(LongStream values) {
        return Math.max(outlierBound(values), SLOW * median);
    }
}
