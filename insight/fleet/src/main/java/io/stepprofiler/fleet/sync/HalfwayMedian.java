package io.stepprofiler.fleet.sync;

import java.util.Arrays;

/**
 * The median, and for an even number of values the mean of the two in the middle: two clocks must meet halfway, so that
 * neither is taken as right.
 */
final class HalfwayMedian {
    /** Ratio of the standard deviation to the median absolute deviation of a normal distribution. */
    private static final double NORMAL = 1.4826;

    private HalfwayMedian() {}

    /** Returns the median of one value or more, which are sorted. */
    static long of(long[] values) {
        return of(values, 0, values.length);
    }

    /** Returns the median of some of the values, one or more, which are sorted. */
    static long of(long[] values, int from, int to) {
        Arrays.sort(values, from, to);
        long low = values[(from + to - 1) >>> 1];
        return low + (values[(from + to) >>> 1] - low) / 2;
    }

    /** Returns the standard deviation of one value or more by the median absolute deviation; values are changed. */
    static long deviation(long[] values) {
        long middle = of(values);
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.abs(values[i] - middle);
        }
        return Math.round(NORMAL * of(values));
    }
}
