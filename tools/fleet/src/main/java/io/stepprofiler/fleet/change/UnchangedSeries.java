package io.stepprofiler.fleet.change;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Random series without a change that resemble a given series. Values without memory are permuted, which is exact. If
 * each value resembles the one before, permutations would destroy the drift that looks like a change; then the series
 * follow an autoregression of the first order, with the correlation and the innovations of the given series' residuals.
 * Blocks of values are no alternative: a change in the last few runs fits into one block, and each permutation keeps it.
 */
final class UnchangedSeries {
    private static final double LEAST_CORRELATION = 0.2;
    private static final double MOST_CORRELATION = 0.95;
    private static final int WARM_UP = 50;

    private final double[] values;
    private final double correlation;

    private UnchangedSeries(double[] values, double correlation) {
        this.values = values;
        this.correlation = correlation;
    }

    /** Returns the series like some values whose clearest split is given. */
    static UnchangedSeries like(double[] values, EnergySplit split) {
        double[] residuals = values.clone();
        int parts = 2;
        center(residuals, 0, split.at());
        if (values.length - split.to() < EnergySplit.LEAST) {
            center(residuals, split.at(), values.length);
        } else {
            center(residuals, split.at(), split.to());
            center(residuals, split.to(), values.length);
            parts++;
        }
        double correlation = correlation(residuals);
        if (correlation <= LEAST_CORRELATION) {
            return new UnchangedSeries(values.clone(), 0);
        }
        // The means that were subtracted bias the correlation and the variance downwards.
        int count = values.length;
        double unbiased =
                Math.min(MOST_CORRELATION, (correlation * count + parts) / Math.max(1, count - parts - 2));
        double[] innovations = new double[count - 1];
        for (int i = 1; i < count; i++) {
            innovations[i - 1] = residuals[i] - unbiased * residuals[i - 1];
        }
        center(innovations, 0, innovations.length);
        return new UnchangedSeries(innovations, unbiased);
    }

    private static void center(double[] values, int from, int to) {
        double mean = Arrays.stream(values, from, to).average().orElse(0);
        for (int i = from; i < to; i++) {
            values[i] -= mean;
        }
    }

    private static double correlation(double... residuals) {
        double products = 0;
        double squares = residuals[0] * residuals[0];
        for (int i = 1; i < residuals.length; i++) {
            products += residuals[i] * residuals[i - 1];
            squares += residuals[i] * residuals[i];
        }
        return squares > 0 ? products / squares : 0;
    }

    double[] draw(SplittableRandom random) {
        return correlation > 0 ? autoregression(random) : permutation(random);
    }

    private double[] permutation(SplittableRandom random) {
        double[] drawn = values.clone();
        for (int i = drawn.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            double swapped = drawn[i];
            drawn[i] = drawn[j];
            drawn[j] = swapped;
        }
        return drawn;
    }

    private double[] autoregression(SplittableRandom random) {
        double[] drawn = new double[values.length + 1];
        double last = 0;
        for (int i = -WARM_UP; i < drawn.length; i++) {
            last = correlation * last + values[random.nextInt(values.length)];
            if (i >= 0) {
                drawn[i] = last;
            }
        }
        return drawn;
    }
}
