package io.stepprofiler.fleet.change;

import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/**
 * Probability of a split at least as clear in a series without a change, by resampling. Values without memory are
 * permuted, which is exact. If each value resembles the one before, permutations would destroy the drift that looks
 * like a change; then autoregressions of the same memory are drawn, and each statistic is divided by the deviation that
 * its own series shows, since the memory is known from few values only. Permutations of blocks are no alternative: a
 * change in the last few runs fits into one block, and each permutation keeps it.
 */
final class SplitSignificance {
    private static final double LEAST_MEMORY = 0.2;
    private static final int DRAWS = 999;
    private static final double ROUNDING = 1e-9;

    private SplitSignificance() {}

    /** Returns the probability with regard to the memory of the values. */
    static double of(double[] values, EnergySplit split, SplittableRandom random) {
        SeriesMemory memory = SeriesMemory.of(values, split);
        return memory.correlation() > LEAST_MEMORY
                ? partFrom(split.statistic() / memory.deviation(), () -> scaled(memory.draw(random)))
                : withoutMemory(values, split, random);
    }

    /** Returns the probability as if the values had no memory, which is too low if they have. */
    static double withoutMemory(double[] values, EnergySplit split, SplittableRandom random) {
        return partFrom(
                split.statistic(),
                () -> EnergySplit.of(permuted(values, random)).statistic());
    }

    private static double partFrom(double statistic, DoubleSupplier drawn) {
        int clearer = 0;
        for (int i = 0; i < DRAWS; i++) {
            clearer += drawn.getAsDouble() >= statistic * (1 - ROUNDING) ? 1 : 0;
        }
        return (1.0 + clearer) / (1 + DRAWS);
    }

    private static double scaled(double... drawn) {
        EnergySplit split = EnergySplit.of(drawn);
        return split.statistic() / SeriesMemory.of(drawn, split).deviation();
    }

    private static double[] permuted(double[] values, SplittableRandom random) {
        double[] permuted = values.clone();
        for (int i = permuted.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            double swapped = permuted[i];
            permuted[i] = permuted[j];
            permuted[j] = swapped;
        }
        return permuted;
    }
}
