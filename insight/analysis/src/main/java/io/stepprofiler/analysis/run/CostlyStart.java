package io.stepprofiler.analysis.run;

import io.stepprofiler.amount.Quantiles;
import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * First rows of a run with slower steps than later ones. They have nearly all of the largest sum by which first rows
 * exceed the later median. A very slow step counts little more than a slow one, so that a rare validation does not
 * prolong the start, and the sum must be larger than steps that vary by chance reach.
 */
final class CostlyStart {
    private static final int FEWEST = 20;
    private static final double WARM = 1.1;
    private static final double SLOW = 1.5;
    private static final double NEARLY_ALL = 0.95;
    private static final double SURE = 3;

    private CostlyStart() {}

    /** Returns the number of the rows; at most half of all, and 0 if the median of the first ones is no larger. */
    static int rows(long[] means, IntToLongFunction steps) {
        if (means.length < FEWEST) {
            return 0;
        }
        int half = means.length / 2;
        double later = Quantiles.median(Arrays.stream(means, half, means.length));
        double[] usual = Arrays.stream(means, half, means.length)
                .mapToDouble(each -> Math.min((double) each, SLOW * later))
                .toArray();
        // Steps that vary exceed the median often, at any place of the run.
        double mean = Arrays.stream(usual).average().orElse(later);
        double least = Math.max(WARM * later, mean);
        double variance =
                Arrays.stream(usual).map(each -> (each - mean) * (each - mean)).sum() / usual.length;
        double[] sums = new double[half + 1];
        for (int row = 0; row < half; row++) {
            sums[row + 1] = sums[row] + (Math.min((double) means[row], SLOW * later) - least) * steps.applyAsLong(row);
        }
        double most = Arrays.stream(sums).max().orElse(0);
        if (most <= SURE * Math.sqrt(variance * half)) {
            return 0;
        }
        int start = 0;
        while (sums[start] < NEARLY_ALL * most) {
            start++;
        }
        while (start < half && means[start] >= SLOW * later) {
            start++;
        }
        return Quantiles.median(Arrays.stream(means, 0, start)) > WARM * later ? start : 0;
    }
}
