package io.stepprofiler.amount;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * Quantiles by the nearest rank: the quantile {@code q} is the smallest value that at least the part {@code q} of the
 * values does not exceed, so that it is one of the values. The median of an even number of values is the lower one of
 * the two in the middle. The {@code midpoint} is for estimates that must not lean to one side: of an even number of
 * values it is the mean of the two in the middle.
 */
public final class Quantiles {
    /** Ratio of the standard deviation to the median absolute deviation of a normal distribution. */
    public static final double NORMAL = 1.4826;

    private Quantiles() {}

    /**
     * {@return the index of a percentile in sorted values}
     *
     * @param size number of values
     * @param percent percentage of the values that the percentile does not exceed, from 1 to 100
     */
    public static long rank(long size, int percent) {
        // size * percent / 100, rounded up, without overflow.
        return size / 100 * percent + (size % 100 * percent + 99) / 100 - 1;
    }

    /**
     * {@return a quantile; 0 if there is no value}
     *
     * @param sorted the values, ascending
     * @param part part of the values that the quantile does not exceed, from 0 to 1
     */
    public static long of(long[] sorted, double part) {
        return sorted.length == 0 ? 0 : sorted[index(sorted.length, part)];
    }

    /**
     * {@return the median; 0 if there is no value}
     *
     * @param values the values, in any order
     */
    public static long median(LongStream values) {
        return of(values.sorted().toArray(), 0.5);
    }

    /**
     * {@return the median; 0 if there is no value}
     *
     * @param values the values, in any order
     */
    public static double median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[index(sorted.length, 0.5)];
    }

    /**
     * {@return the midpoint of some values, one or more, which are sorted}
     *
     * @param values the values, in any order
     * @param from index of the first one
     * @param to index behind the last one
     */
    public static long midpoint(long[] values, int from, int to) {
        Arrays.sort(values, from, to);
        long low = values[(from + to - 1) >>> 1];
        return low + (values[(from + to) >>> 1] - low) / 2;
    }

    /**
     * {@return the midpoint of one value or more, which are sorted}
     *
     * @param values the values, in any order
     */
    public static long midpoint(long... values) {
        return midpoint(values, 0, values.length);
    }

    /**
     * {@return the midpoint of one value or more, which are sorted}
     *
     * @param values the values, in any order
     */
    public static double midpoint(double... values) {
        Arrays.sort(values);
        return (values[(values.length - 1) / 2] + values[values.length / 2]) / 2;
    }

    private static int index(int size, double part) {
        return Math.max(0, (int) Math.ceil(part * size) - 1);
    }
}
