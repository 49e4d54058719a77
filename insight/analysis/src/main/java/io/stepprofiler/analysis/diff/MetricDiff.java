package io.stepprofiler.analysis.diff;

import java.util.List;

/**
 * Comparison of one figure of both sides.
 *
 * @param metric the figure
 * @param isGate whether it decides the overall verdict
 * @param baseRuns its value in each run of the base
 * @param newRuns its value in each run of the new side
 * @param base the base: the geometric mean of times, the mean of counters
 * @param next the new side
 * @param change difference of the sides
 * @param runsNeeded number of runs per side that would decide; 0 if these runs do
 * @param verdict result of the comparison
 */
public record MetricDiff(
        DiffMetric metric,
        boolean isGate,
        List<Double> baseRuns,
        List<Double> newRuns,
        double base,
        double next,
        Change change,
        int runsNeeded,
        Verdict verdict) {
    /**
     * Difference of the new side from the base.
     *
     * @param ratio new side to base; -1 if the base is 0 and the new side is not
     * @param interval confidence interval of the ratio at 90 %; the ratio itself if it has no noise
     * @param probability one-sided p-value: probability that chance moves the figure at least as far in this direction; -1
     *     if it was not tested
     * @param band relative difference from 1 that is not significant
     * @param noise spread of runs, with its source
     */
    public record Change(double ratio, Interval interval, double probability, double band, Spread noise) {}

    /** Returns the same figures with another result. */
    MetricDiff with(Verdict other, int needed) {
        return new MetricDiff(metric, isGate, baseRuns, newRuns, base, next, change, needed, other);
    }
}
