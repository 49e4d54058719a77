package io.stepprofiler.analysis.statistics;

import java.util.Arrays;

/**
 * Confidence interval for the mean of a population by the mean of samples without the smallest and the largest: the
 * interval of Tukey and McLaughlin ("Less vulnerable confidence and significance procedures for location based on a
 * single sample: trimming/winsorization 1", Sankhya A 25, 1963, 331-352), which estimates its error from the winsorized
 * variance.
 *
 * <p>One sample is trimmed at each end, as {@code TrimmedMean} of the readers does, so that one pause of the machine
 * neither moves the mean nor widens the interval.
 *
 * @param mean mean of the remaining samples
 * @param low lower end
 * @param high upper end
 */
public record TrimmedInterval(double mean, double low, double high) {
    /** Fewest samples: with fewer, intervals contain the mean less often than the confidence says. */
    public static final int LEAST = 8;

    // U1: one minimum and one maximum do not count.
    /**
     * {@return the interval of some samples}
     *
     * @param samples {@link #LEAST} or more
     * @param confidence the probability that the interval contains the mean
     */
    public static TrimmedInterval of(double[] samples, double confidence) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        int count = sorted.length;
        double mean = Arrays.stream(sorted, 1, count - 1).sum() / (count - 2);
        sorted[0] = sorted[1];
        sorted[count - 1] = sorted[count - 2];
        double winsorizedMean = Arrays.stream(sorted).sum() / count;
        double squares = Arrays.stream(sorted)
                .map(sample -> (sample - winsorizedMean) * (sample - winsorizedMean))
                .sum();
        double error = Math.sqrt(squares / (count - 1)) / ((1 - 2.0 / count) * Math.sqrt(count));
        double half = StudentT.quantile(confidence, count - 3) * error;
        return new TrimmedInterval(mean, mean - half, mean + half);
    }
}
