package io.stepprofiler.fleet.change;

/**
 * Clearest split of a series: the point for which the energy distance between the values before and after it is the
 * largest.
 *
 * @param at index of the first value after the split
 * @param statistic the distance, scaled by the numbers of values; 0 or more
 */
record EnergySplit(int at, double statistic) {
    /** Fewest values on each side. */
    static final int LEAST = 3;

    /** Returns the clearest split of {@code 2 * LEAST} values or more. Takes time proportional to their square. */
    static EnergySplit of(double... values) {
        int count = values.length;
        double left = 0;
        double between = 0;
        double right = 0;
        for (int i = 0; i < count; i++) {
            right += distances(values, i, i + 1, count);
        }
        EnergySplit best = new EnergySplit(LEAST, 0);
        for (int at = 1; at <= count - LEAST; at++) {
            double toLeft = distances(values, at - 1, 0, at - 1);
            double toRight = distances(values, at - 1, at, count);
            left += toLeft;
            right -= toRight;
            between += toRight - toLeft;
            if (at >= LEAST) {
                double statistic = statistic(at, count - at, left, between, right);
                if (statistic > best.statistic) {
                    best = new EnergySplit(at, statistic);
                }
            }
        }
        return best;
    }

    /** Returns the sum of the distances of a value to others. */
    private static double distances(double[] values, int of, int from, int to) {
        double value = values[of];
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += Math.abs(value - values[i]);
        }
        return sum;
    }

    /** Returns the statistic of two parts from their sizes, and from the sums of distances in and between them. */
    private static double statistic(double before, double after, double left, double between, double right) {
        double distance =
                2 * between / (before * after) - 2 * left / (before * (before - 1)) - 2 * right / (after * (after - 1));
        return distance * before * after / (before + after);
    }
}
