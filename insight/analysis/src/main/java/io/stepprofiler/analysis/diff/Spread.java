package io.stepprofiler.analysis.diff;

import java.util.Arrays;

/**
 * Spread of the runs of one program: the standard deviation of the logarithm of a figure, which is about its relative
 * variation.
 *
 * @param deviation the standard deviation of the logarithms
 * @param degrees degrees of freedom: number of runs minus number of groups; 0 if it is assumed
 * @param origin name of its source, as printed
 */
public record Spread(double deviation, int degrees, String origin) {
    /** Assumed spread of undisturbed steps if nothing is known: 15 % between runs. */
    public static final Spread ASSUMED = assumed(0.15);

    /**
     * {@return the spread within groups of runs, each of one program; without degrees if no group has two runs}
     *
     * @param origin name of the source of the runs
     * @param groups the figures of the runs of each group, all above 0
     */
    public static Spread within(String origin, double[]... groups) {
        double squares = 0;
        int degrees = 0;
        for (double[] group : groups) {
            double mean = meanLog(group);
            squares += Arrays.stream(group)
                    .map(value -> (Math.log(value) - mean) * (Math.log(value) - mean))
                    .sum();
            degrees += Math.max(0, group.length - 1);
        }
        return new Spread(degrees == 0 ? 0 : Math.sqrt(squares / degrees), degrees, origin);
    }

    /**
     * {@return the pooled spread of this and another one, weighted by degrees of freedom}
     *
     * @param other the other one
     * @param both name of the source of both
     */
    public Spread and(Spread other, String both) {
        int sum = degrees + other.degrees;
        double squares = degrees * deviation * deviation + other.degrees * other.deviation * other.deviation;
        return new Spread(sum == 0 ? 0 : Math.sqrt(squares / sum), sum, both);
    }

    /** Returns an assumed spread, for figures that may vary more than the undisturbed step. */
    static Spread assumed(double deviation) {
        return new Spread(deviation, 0, "assumed: one run does not show the noise");
    }

    static double meanLog(double... values) {
        return Arrays.stream(values).map(Math::log).average().orElse(0);
    }

    /**
     * Returns the logarithm of the band in which a ratio of two sides is not significant: twice the deviation for one
     * run against one. It narrows with the square root of the runs, like the noise of their means.
     */
    static double band(double deviation, int first, int second) {
        return Math.log1p(2 * deviation * Math.sqrt((1.0 / first + 1.0 / second) / 2));
    }
}
