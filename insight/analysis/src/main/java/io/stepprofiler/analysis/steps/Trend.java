package io.stepprofiler.analysis.steps;

import io.stepprofiler.amount.Quantiles;
import java.util.Arrays;
import java.util.Optional;

/**
 * Trend of a figure over steps that is robust against outliers: the test of Mann and Kendall, and the line of Theil and
 * Sen.
 *
 * <p>Neighbouring steps are not independent, so that the plain test would find a trend in any run: its variance is
 * increased by the autocorrelation of the steps (Hamed and Rao, to the first lag). Long series are sampled at 300 equal
 * distances.
 *
 * @param z standard score of the trend; negative if the figure falls
 * @param first value of the line at the first step
 * @param slope rise of the line from one value to the next
 * @param count number of values
 */
public record Trend(double z, double first, double slope, int count) {
    /** Fewest values that can have a trend. */
    public static final int FEWEST = 10;

    /** Standard score that chance exceeds, in either direction, once in a hundred runs. */
    private static final double SURE = 2.576;

    private static final int MOST = 300;
    private static final double LARGEST_CORRELATION = 0.95;

    /**
     * {@return the trend of some values; empty if they are fewer than {@value #FEWEST}} Takes time and memory
     * proportional to 45,000 pairs at most.
     *
     * @param all the values, in their order
     */
    public static Optional<Trend> of(long[] all) {
        if (all.length < FEWEST) {
            return Optional.empty();
        }
        double[] values = some(all);
        int n = values.length;
        double apart = (double) (all.length - 1) / (n - 1);
        double[] slopes = new double[n * (n - 1) / 2];
        long rises = 0;
        int pair = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                rises += (long) Math.signum(values[j] - values[i]);
                slopes[pair++] = (values[j] - values[i]) / (j - i);
            }
        }
        double slope = Quantiles.midpoint(slopes);
        double[] rest = new double[n];
        for (int i = 0; i < n; i++) {
            rest[i] = values[i] - slope * i;
        }
        double first = Quantiles.midpoint(rest.clone());
        double correlation = Math.min(Math.max(correlation(rest), 0), LARGEST_CORRELATION);
        // D13: neighbouring steps are not independent.
        double variance = n * (n - 1.0) * (2 * n + 5) / 18 * (1 + correlation) / (1 - correlation);
        double z = (rises - Math.signum((double) rises)) / Math.sqrt(variance);
        return Optional.of(new Trend(z, first, slope / apart, all.length));
    }

    private static double[] some(long[] all) {
        int count = Math.min(all.length, MOST);
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = all[(int) ((long) i * (all.length - 1) / (count - 1))];
        }
        return values;
    }

    /** Returns the autocorrelation of the values at lag 1. */
    private static double correlation(double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        double both = 0;
        double all = 0;
        for (int i = 0; i < values.length; i++) {
            all += (values[i] - mean) * (values[i] - mean);
            both += i == 0 ? 0 : (values[i] - mean) * (values[i - 1] - mean);
        }
        return all == 0 ? 0 : both / all;
    }

    /** {@return whether it rises significantly} */
    public boolean rises() {
        return z > SURE && slope > 0;
    }

    /** {@return the growth of the line from the first to the last value, as a part of the first} */
    public double growth() {
        return first <= 0 ? 0 : slope * (count - 1) / first;
    }

    /** {@return the sum over all values of the rise of the line above its first value} */
    public double excess() {
        return slope * count * (count - 1.0) / 2;
    }
}
