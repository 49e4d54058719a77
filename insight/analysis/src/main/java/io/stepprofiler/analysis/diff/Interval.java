package io.stepprofiler.analysis.diff;

import io.stepprofiler.analysis.statistics.StudentT;
import java.util.Arrays;

/**
 * Confidence interval of the ratio of two sides at 90 %: 5 % lie below its lower end, 5 % above its upper end. The
 * ratio is inside a band by two one-sided tests at 5 % if both ends are inside.
 *
 * @param low the lower end
 * @param high the upper end
 */
public record Interval(double low, double high) {
    static final double CONFIDENCE = 0.9;

    /** The 95 % quantile of the normal distribution. */
    private static final double NORMAL = 1.6448536269514722;

    /** Returns the interval from the runs of both sides (Welch), or from a known spread if a side has one run. */
    static Interval of(double[] base, double[] next, Spread spread) {
        double ratio = Spread.meanLog(next) - Spread.meanLog(base);
        double error = base.length > 1 && next.length > 1 ? welch(base, next) : assumed(base, next, spread);
        return new Interval(Math.exp(ratio - error), Math.exp(ratio + error));
    }

    private static double assumed(double[] base, double[] next, Spread spread) {
        double t = spread.degrees() > 0 ? StudentT.quantile(CONFIDENCE, spread.degrees()) : NORMAL;
        return t * spread.deviation() * Math.sqrt(1.0 / base.length + 1.0 / next.length);
    }

    private static double welch(double[] base, double[] next) {
        double first = variance(base) / base.length;
        double second = variance(next) / next.length;
        if (first + second == 0) {
            return 0;
        }
        double degrees = (first + second)
                * (first + second)
                / (first * first / (base.length - 1) + second * second / (next.length - 1));
        return StudentT.quantile(CONFIDENCE, Math.max(1, (int) degrees)) * Math.sqrt(first + second);
    }

    private static double variance(double... values) {
        double mean = Spread.meanLog(values);
        return Arrays.stream(values)
                        .map(value -> (Math.log(value) - mean) * (Math.log(value) - mean))
                        .sum()
                / (values.length - 1);
    }

    /** True if the interval is inside a band around 1, given as a logarithm. */
    boolean isWithin(double band) {
        return Math.log(low) >= -band && Math.log(high) <= band;
    }
}
