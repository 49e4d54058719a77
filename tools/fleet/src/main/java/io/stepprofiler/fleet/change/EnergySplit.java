package io.stepprofiler.fleet.change;

/**
 * Clearest split of a series: the point and the end after it for which the energy distance between the values before
 * the point and the values from the point to the end is the largest. The end may be before the end of the series, so
 * that a change which was undone is as clear as one which lasts.
 *
 * @param at index of the first value after the split
 * @param to index after the last value that was compared
 * @param statistic the distance, scaled by the numbers of values; 0 or more
 */
record EnergySplit(int at, int to, double statistic) {
    /** Fewest values on each side. */
    static final int LEAST = 3;

    /** Returns the clearest split of {@code 2 * LEAST} values or more. Takes time proportional to their square. */
    static EnergySplit of(double... values) {
        int count = values.length;
        double[] within = within(values);
        double[] fromLeft = new double[count];
        EnergySplit best = new EnergySplit(LEAST, count, 0);
        for (int at = 1; at <= count - LEAST; at++) {
            for (int j = at; j < count; j++) {
                fromLeft[j] += Math.abs(values[at - 1] - values[j]);
            }
            if (at < LEAST) {
                continue;
            }
            double between = 0;
            for (int to = at + 1; to <= count; to++) {
                between += fromLeft[to - 1];
                int right = to - at;
                if (right >= LEAST) {
                    double withinRight = within[to] - within[at] - between;
                    double distance = 2 * between / ((double) at * right)
                            - 2 * within[at] / ((double) at * (at - 1))
                            - 2 * withinRight / ((double) right * (right - 1));
                    double statistic = distance * at * right / (at + right);
                    if (statistic > best.statistic) {
                        best = new EnergySplit(at, to, statistic);
                    }
                }
            }
        }
        return best;
    }

    /** Returns, for each end, the sum of the distances of all pairs of values before it. */
    private static double[] within(double... values) {
        double[] within = new double[values.length + 1];
        for (int i = 0; i < values.length; i++) {
            double sum = 0;
            for (int j = 0; j < i; j++) {
                sum += Math.abs(values[i] - values[j]);
            }
            within[i + 1] = within[i] + sum;
        }
        return within;
    }
}
