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
     * @param probability probability that chance moves any of the figures that are tested together as many noise bands in
     *     this direction; -1 if it was not tested
     * @param band relative difference from 1 that is not significant
     * @param noise spread of runs, with its source
     */
    public record Change(double ratio, Interval interval, double probability, double band, Spread noise) {}

    /** Returns the same figures with another result. */
    MetricDiff with(Verdict other, int needed) {
        return new MetricDiff(metric, isGate, baseRuns, newRuns, base, next, change, needed, other);
    }

    /** Returns the logarithm of the ratio with the sign that makes more worse; 0 if neither direction is. */
    double worseBy() {
        double log = change.ratio() < 0 ? Double.POSITIVE_INFINITY : Math.log(change.ratio());
        return switch (metric.polarity()) {
            case LOWER_IS_BETTER -> log;
            case HIGHER_IS_BETTER -> -log;
            case NEUTRAL -> 0;
        };
    }

    /** Returns by how many noise bands the new side is worse; counters, which have none, by infinitely many. */
    double bandsWorse() {
        if (change.probability() >= 0) {
            return worseBy() / Math.log1p(change.band());
        }
        return switch (verdict) {
            case SLOWER, SUSPECTED_SLOWER -> Double.POSITIVE_INFINITY;
            case FASTER, SUSPECTED_FASTER -> Double.NEGATIVE_INFINITY;
            default -> 0;
        };
    }

    /** True if the new side is worse, not only by chance, whether the figure decides or not. */
    boolean isWorse() {
        return switch (verdict) {
            case SLOWER, SUSPECTED_SLOWER -> true;
            case SHOWN ->
                bandsWorse() > 1 && change.probability() >= 0 && change.probability() <= MetricComparison.ALPHA + 1e-12;
            default -> false;
        };
    }
}
