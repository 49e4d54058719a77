package io.stepprofiler.benchmarks;

import java.util.Arrays;
import java.util.Locale;

/** Measured values, whose quantiles do not change with what a machine does now and then. */
public final class Sample {
    private static final double Z95 = 1.96;

    private final double[] sorted;

    /** A sample of one value or more. */
    public Sample(double... values) {
        sorted = values.clone();
        Arrays.sort(sorted);
    }

    /** The value that a share of the sample is below. */
    public double quantile(double share) {
        return sorted[(int) (share * sorted.length)];
    }

    /** The middle value. */
    public double median() {
        return quantile(0.5);
    }

    /** Lower end of the 95 % confidence interval of the median, by order statistics. */
    public double low() {
        return sorted[Math.max(0, sorted.length / 2 - reach())];
    }

    /** Its upper end. */
    public double high() {
        return sorted[Math.min(sorted.length - 1, sorted.length / 2 + reach())];
    }

    /** Of percentages: the median, and its 95 % confidence interval in parentheses. */
    public String percents() {
        return String.format(Locale.ROOT, "%+.2f %% (%+.2f to %+.2f)", median(), low(), high());
    }

    private int reach() {
        return (int) Math.ceil(Z95 * Math.sqrt(sorted.length) / 2);
    }
}
