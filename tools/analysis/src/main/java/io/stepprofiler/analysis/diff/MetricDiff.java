package io.stepprofiler.analysis.diff;

import java.util.List;

/**
 * One figure of both sides.
 *
 * @param metric which figure it is
 * @param isGate whether it decides about the verdict of the whole
 * @param baseRuns its value in each run of the base
 * @param newRuns its value in each run of the new side
 * @param base the base: the geometric mean of times, the mean of counters
 * @param next the new side
 * @param ratio new side to base; -1 if the base is 0 and the new side is not
 * @param interval what the ratio may be, at 90 %; the ratio itself where it has no noise
 * @param probability how probable it is that chance moves the figure as far, that way; -1 if it was not tested
 * @param band the part by which a ratio may differ from 1 and says nothing
 * @param noise by how much runs differ, and how that is known
 * @param runsNeeded how many runs a side would tell; 0 if these do
 * @param verdict what can be said
 */
public record MetricDiff(
        DiffMetric metric,
        boolean isGate,
        List<Double> baseRuns,
        List<Double> newRuns,
        double base,
        double next,
        double ratio,
        Interval interval,
        double probability,
        double band,
        Spread noise,
        int runsNeeded,
        Verdict verdict) {}
