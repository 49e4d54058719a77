package io.stepprofiler.analysis.breakdown;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * How a figure spreads over steps: five numbers, and those that decisions are taken by. A quantile is the smallest
 * value that at least so many of the values do not exceed, as in key averages; all are 0 if there is no value.
 *
 * @param count number of values
 * @param min the smallest
 * @param p10 the tenth in a hundred, which a disturbed run moves least
 * @param q1 the first quartile
 * @param median the median
 * @param q3 the third quartile
 * @param p90 the ninetieth in a hundred
 * @param max the largest
 * @param sum all of them added up
 */
public record Distribution(int count, long min, long p10, long q1, long median, long q3, long p90, long max, long sum) {
    /** How far the median of normal deviations is from their standard deviation. */
    private static final double NORMAL = 1.4826;

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
                quantile(sorted, 0.1),
                quantile(sorted, 0.25),
                quantile(sorted, 0.5),
                quantile(sorted, 0.75),
                quantile(sorted, 0.9),
                sorted[sorted.length - 1],
                Arrays.stream(sorted).sum());
    }

    private static long quantile(long[] sorted, double part) {
        return sorted[Math.max(0, (int) Math.ceil(part * sorted.length) - 1)];
    }

    /** {@return the mean; 0 if there is no value} */
    public double mean() {
        return count == 0 ? 0 : (double) sum / count;
    }

    /**
     * {@return the value beyond which one of these is far from the others: three standard deviations above the median,
     * as seen from the median of the deviations, which those far away do not move}
     *
     * @param values the values that this is the distribution of
     */
    public double outlierBound(LongStream values) {
        long deviation = of(values.map(value -> Math.abs(value - median))).median;
        return median + 3 * NORMAL * deviation;
    }
}
