package io.stepprofiler.analysis.statistics;

import java.util.Arrays;

/**
 * Exact permutation test of mean ranks: the part of all assignments of the values to two sides that give the second
 * side at least as high ranks. Assignments are counted, not sampled, so the test is exact for any number of runs.
 */
public final class Permutation {
    private Permutation() {}

    /**
     * {@return the p-value of the second side being higher: the probability of at least as high ranks by chance}
     *
     * @param first the values of the first side
     * @param second the values of the second side
     */
    public static double higher(double[] first, double[] second) {
        int[] ranks = doubledRanks(first, second);
        int sum = 0;
        for (int i = first.length; i < ranks.length; i++) {
            sum += ranks[i];
        }
        return partFrom(sum, ranks, second.length);
    }

    /**
     * {@return the smallest attainable p-value for these group sizes}
     *
     * @param first number of values of the first side
     * @param second number of values of the second side
     */
    public static double smallest(int first, int second) {
        double ways = 1;
        for (int i = 1; i <= second; i++) {
            ways *= (double) (first + i) / i;
        }
        return 1 / ways;
    }

    /** Returns twice the rank of each value, the first side first; doubling keeps mean ranks of equal values whole. */
    private static int[] doubledRanks(double[] first, double[] second) {
        double[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        int[] ranks = new int[all.length];
        for (int i = 0; i < all.length; i++) {
            int below = 0;
            int equal = 0;
            for (double each : all) {
                below += each < all[i] ? 1 : 0;
                equal += each == all[i] ? 1 : 0;
            }
            ranks[i] = 2 * below + equal + 1;
        }
        return ranks;
    }

    /** Returns the part of all selections of the given number of ranks whose sum is at least the given sum. */
    private static double partFrom(int sum, int[] ranks, int chosen) {
        int highest = Arrays.stream(ranks).sum();
        double[][] ways = new double[chosen + 1][highest + 1];
        ways[0][0] = 1;
        for (int rank : ranks) {
            for (int size = chosen; size > 0; size--) {
                for (int each = highest; each >= rank; each--) {
                    ways[size][each] += ways[size - 1][each - rank];
                }
            }
        }
        double high = Arrays.stream(ways[chosen], sum, highest + 1).sum();
        return high / Arrays.stream(ways[chosen]).sum();
    }
}
