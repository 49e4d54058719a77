package io.stepprofiler.analysis.diff;

import java.util.Arrays;

/**
 * By how much runs of one program differ: the standard deviation of the logarithm of a figure, about the part by which
 * it varies.
 *
 * @param deviation the standard deviation of the logarithms
 * @param degrees degrees of freedom: how many runs it was estimated from, less one for each group of them; 0 if it is
 *     assumed
 * @param origin where it comes from, as it is printed
 */
public record Spread(double deviation, int degrees, String origin) {
    /** What is assumed where nothing is known of the noise of undisturbed steps: runs that differ by a twentieth. */
    public static final Spread ASSUMED = assumed(0.05);

    /**
     * {@return the spread within groups of runs, each of one program; without degrees if no group has two runs}
     *
     * @param origin where the runs come from
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
     * {@return this spread and another one put together, each by its degrees of freedom}
     *
     * @param other the other one
     * @param both where both come from
     */
    public Spread and(Spread other, String both) {
        int sum = degrees + other.degrees;
        double squares = degrees * deviation * deviation + other.degrees * other.deviation * other.deviation;
        return new Spread(sum == 0 ? 0 : Math.sqrt(squares / sum), sum, both);
    }

    /** What is assumed of other figures, some of which differ more. */
    static Spread assumed(double deviation) {
        return new Spread(deviation, 0, "assumed: one run does not tell how much runs differ");
    }

    static double meanLog(double... values) {
        return Arrays.stream(values).map(Math::log).average().orElse(0);
    }

    /**
     * The logarithm of the band inside which a ratio of two sides says nothing: twice the deviation for one run against
     * one, which gets narrower with the root of the runs, as the noise of their means does.
     */
    double band(int first, int second) {
        return Math.log1p(2 * deviation * Math.sqrt((1.0 / first + 1.0 / second) / 2));
    }
}
