package io.stepprofiler.analysis.run;

import io.stepprofiler.amount.Quantiles;
import java.util.Arrays;

/**
 * Usual durations of steps at each place of a run: a line through the medians of equal parts of the run, so that a run
 * that gets slower has no step that is slow only because it is late.
 */
final class UsualTimes {
    private static final int MOST_PARTS = 20;
    private static final int FEWEST_ROWS = 10;

    private UsualTimes() {}

    /** Returns the usual duration of each row of a range; it begins with the row {@code from}. */
    static double[] of(long[] means, int from, int to) {
        int rows = to - from;
        int parts = Math.max(1, Math.min(MOST_PARTS, rows / FEWEST_ROWS));
        double[] medians = new double[parts];
        for (int i = 0; i < parts; i++) {
            medians[i] = Quantiles.median(Arrays.stream(
                    means, from + (int) ((long) rows * i / parts), from + (int) ((long) rows * (i + 1) / parts)));
        }
        double[] usual = new double[rows];
        for (int row = 0; row < rows; row++) {
            // Place of the row among the centres of the parts.
            double place = (row + 0.5) * parts / rows - 0.5;
            int left = (int) Math.max(0, Math.min(parts - 2, Math.floor(place)));
            double right = parts == 1 ? medians[0] : medians[left + 1];
            double least = Math.min(medians[left], right) / 2;
            usual[row] = Math.max(least, medians[left] + (place - left) * (right - medians[left]));
        }
        return usual;
    }
}
