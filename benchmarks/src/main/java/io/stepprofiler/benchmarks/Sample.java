package io.stepprofiler.benchmarks;

import java.util.Arrays;
import java.util.Locale;

/** Sample of measured values, with quantiles that are robust against occasional disturbances of the machine. */
public final class Sample {
    private static final double Z95 = 1.96;

    private final double[] sorted;

    /** Creates a sample of at least one value. */
    public Sample(double... values) {
        sorted = values.clone();
        Arrays.sort(sorted);
    }

    /** Returns a quantile. */
    public double quantile(double share) {
        return sorted[(int) (share * sorted.length)];
    }

    /** Returns the median. */
    public double median() {
        return quantile(0.5);
    }

    /** Returns the lower end of the 95 % confidence interval of the median, by order statistics. */
    public double low() {
        return sorted[Math.max(0, sorted.length / 2 - reach())];
    }

    /** Returns the upper end of the 95 % confidence interval of the median. */
    public double high() {
        return sorted[Math.min(sorted.length - 1, sorted.length / 2 + reach())];
    }

    /** Formats a sample of percentages: the median, and its 95 % confidence interval in parentheses. */
    public String percents() {
        return String.format(Locale.ROOT, "%+.2f %% (%+.2f to %+.2f)", median(), low(), high());
    }

    private int reach() {
        return (int) Math.ceil(Z95 * Math.sqrt(sorted.length) / 2);
    }
}
