package io.stepprofiler.analysis.statistics;

import java.util.Arrays;

/**
 * Test of several hypotheses by Benjamini and Hochberg: the expected part of true hypotheses among the rejected ones is
 * at most a given rate.
 */
public final class BenjaminiHochberg {
    private BenjaminiHochberg() {}

    /**
     * {@return the largest p-value that is rejected; negative if none is}
     *
     * @param probabilities the p-value of each hypothesis
     * @param rate the false discovery rate
     */
    public static double bound(double[] probabilities, double rate) {
        double[] ascending = probabilities.clone();
        Arrays.sort(ascending);
        for (int i = ascending.length - 1; i >= 0; i--) {
            if (ascending[i] <= rate * (i + 1) / ascending.length) {
                return ascending[i];
            }
        }
        return -1;
    }
}
