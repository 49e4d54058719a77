package io.stepprofiler.readers.accounting;

import java.util.Arrays;

/**
 * Mean of samples without their extremes: with three or more samples, one smallest and one largest are left out.
 *
 * @param mean mean of the samples that are left
 * @param deviation their standard deviation as a population, divided by their number
 * @param kept number of the samples that are left
 */
public record TrimmedMean(double mean, double deviation, int kept) {
    /**
     * {@return the mean of samples}
     *
     * @param samples one or more; not changed
     * @throws IllegalArgumentException if there is none
     */
    public static TrimmedMean of(double... samples) {
        if (samples.length == 0) {
            throw new IllegalArgumentException("samples = [] is not allowed: must be one or more");
        }
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        double[] kept = sorted.length > 2 ? Arrays.copyOfRange(sorted, 1, sorted.length - 1) : sorted;
        double mean = Arrays.stream(kept).sum() / kept.length;
        double squares = Arrays.stream(kept)
                .map(sample -> (sample - mean) * (sample - mean))
                .sum();
        return new TrimmedMean(mean, Math.sqrt(squares / kept.length), kept.length);
    }
}
