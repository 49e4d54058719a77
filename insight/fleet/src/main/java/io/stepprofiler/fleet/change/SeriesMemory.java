package io.stepprofiler.fleet.change;

import java.util.SplittableRandom;

/**
 * Resemblance of each value of a series to the one before, apart from the clearest split of the series: an
 * autoregression of the first order.
 */
final class SeriesMemory {
    private static final double MOST = 0.95;
    private static final int WARM_UP = 50;

    private final double correlation;
    private final double[] innovations;

    private SeriesMemory(double correlation, double... innovations) {
        this.correlation = correlation;
        this.innovations = innovations;
    }

    static SeriesMemory of(double[] values, EnergySplit split) {
        int count = values.length;
        double[] residuals = values.clone();
        center(residuals, 0, split.at());
        center(residuals, split.at(), count);
        double products = 0;
        double squares = residuals[0] * residuals[0];
        for (int i = 1; i < count; i++) {
            products += residuals[i] * residuals[i - 1];
            squares += residuals[i] * residuals[i];
        }
        if (squares == 0) {
            return new SeriesMemory(0);
        }
        double unbiased = (products / squares * count + 2) / (count - 4);
        double correlation = Math.max(-MOST, Math.min(MOST, unbiased));
        double[] innovations = new double[count - 1];
        for (int i = 1; i < count; i++) {
            innovations[i - 1] = residuals[i] - correlation * residuals[i - 1];
        }
        center(innovations, 0, innovations.length);
        return new SeriesMemory(correlation, innovations);
    }

    private static void center(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        for (int i = from; i < to; i++) {
            values[i] -= sum / (to - from);
        }
    }

    /** Returns the correlation of neighbours, without the bias by the two means that were subtracted. */
    double correlation() {
        return correlation;
    }

    /** Returns the deviation of the mean of many values, as a multiple of the root of their number. */
    double deviation() {
        double squares = 0;
        for (double each : innovations) {
            squares += each * each;
        }
        return Math.sqrt(squares / innovations.length) / (1 - correlation);
    }

    /** Returns a series without a change that has the same memory. */
    double[] draw(SplittableRandom random) {
        double[] drawn = new double[innovations.length + 1];
        double last = 0;
        for (int i = -WARM_UP; i < drawn.length; i++) {
            last = correlation * last + innovations[random.nextInt(innovations.length)];
            if (i >= 0) {
                drawn[i] = last;
            }
        }
        return drawn;
    }
}
