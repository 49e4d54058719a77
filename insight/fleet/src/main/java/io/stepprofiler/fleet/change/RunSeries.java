package io.stepprofiler.fleet.change;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * One figure for each run of a job, in the order of the runs. Runs that lack the figure are left out by the caller.
 *
 * @param metric name of the figure, which also is the seed of the random numbers
 * @param figures the figure of each run
 */
public record RunSeries(String metric, List<Double> figures) {
    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException if a figure is not finite
     */
    public RunSeries {
        requireNonNull(metric, "metric");
        figures = List.copyOf(figures);
        for (double figure : figures) {
            if (!Double.isFinite(figure)) {
                throw new IllegalArgumentException("a figure of " + metric + " is " + figure + ", must be finite");
            }
        }
    }
}
