package io.stepprofiler.analysis.statistics;

import io.stepprofiler.amount.Search;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Spearman's correlation of two series by their ranks: 1 if one rises whenever the other does. */
public final class Spearman {
    private Spearman() {}

    /**
     * {@return the correlation, from -1 to 1; 0 if one of the series is constant} It is computed from integers, so that
     * it is the same on any machine. Takes time proportional to the values, times their logarithm.
     *
     * @param first the first series, of at most 3,000,000 values
     * @param second the second series, as long as the first
     */
    public static double correlation(long[] first, long[] second) {
        // Most trainings have batches of one size.
        if (Arrays.stream(second).allMatch(value -> value == second[0])) {
            return 0;
        }
        long[] one = deviations(first);
        long[] other = deviations(second);
        double squares = (double) product(one, one) * product(other, other);
        return squares == 0 ? 0 : product(one, other) / Math.sqrt(squares);
    }

    private static long product(long[] one, long[] other) {
        return IntStream.range(0, one.length).mapToLong(i -> one[i] * other[i]).sum();
    }

    /** Returns twice the rank of each value less the mean; doubling keeps mean ranks of equal values whole. */
    private static long[] deviations(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return Arrays.stream(values)
                .map(value -> Search.below(value, sorted.length, sorted)
                        + Search.below(value + 1, sorted.length, sorted)
                        - sorted.length)
                .toArray();
    }
}
