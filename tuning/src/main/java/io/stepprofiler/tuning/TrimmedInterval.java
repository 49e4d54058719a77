package io.stepprofiler.tuning;

import java.util.Arrays;

/**
 * An interval of confidence for the mean of a population that samples are of, by their mean without the smallest and
 * the largest: the interval of Tukey and McLaughlin ("Less vulnerable confidence and significance procedures for
 * location based on a single sample: trimming/winsorization 1", Sankhya A 25, 1963, 331-352), which estimates its error
 * from the winsorized variance.
 *
 * <p>One sample trimmed at each end is what {@link io.stepprofiler.readers.accounting.TrimmedMean} leaves out, so that
 * one pause of the machine neither moves the mean nor widens the interval.
 *
 * @param mean mean of the samples that are left
 * @param low lower end
 * @param high upper end
 */
record TrimmedInterval(double mean, double low, double high) {
    /** With fewer, intervals hold the truth less often than they say. */
    static final int LEAST = 8;

    /** The interval of {@link #LEAST} samples or more. */
    static TrimmedInterval of(double[] samples, double confidence) {
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
