package io.stepprofiler.fleet.history;

import io.stepprofiler.analysis.diff.Mismatch;
import io.stepprofiler.fleet.change.RunChange;
import java.util.List;

/**
 * Change of a figure from one run of a job to the next.
 *
 * @param metric the figure
 * @param run name of the first run after the change
 * @param change the change, whose index is of the runs that have the figure
 * @param differences facts that differ between the runs before and after, up to the next changes of the figure
 */
public record MetricChange(RunMetric metric, String run, RunChange change, List<Mismatch> differences) {}
