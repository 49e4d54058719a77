package io.stepprofiler.fleet.history;

import io.stepprofiler.fleet.change.ChangesOverRuns;
import io.stepprofiler.fleet.change.RunChange;
import io.stepprofiler.fleet.change.RunSeries;
import io.stepprofiler.fleet.change.SeriesChanges;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * Runs of a job with the changes of their figures. The order of the given runs has no effect.
 *
 * @param runs the runs, the earliest first
 * @param changes the changes by figure and run, the earliest first
 * @param unsearched figures that too few runs have for a search
 */
public record FleetHistory(List<RecordedRun> runs, List<MetricChange> changes, List<RunMetric> unsearched) {
    /**
     * {@return the history of some runs}
     *
     * @param given the runs
     * @param metrics the searched figures
     */
    public static FleetHistory of(Collection<RecordedRun> given, List<RunMetric> metrics) {
        List<RecordedRun> runs = given.stream()
                .sorted(Comparator.comparingLong(RecordedRun::startEpochNanos).thenComparing(RecordedRun::name))
                .toList();
        List<SeriesChanges> searched = ChangesOverRuns.of(
                metrics.stream()
                        .map(metric -> new RunSeries(
                                metric.name(),
                                with(runs, metric).stream()
                                        .map(run -> run.figures().getOrDefault(metric, 0.0))
                                        .toList()))
                        .toList(),
                ChangesOverRuns.BAND);
        List<MetricChange> changes = new ArrayList<>();
        List<RunMetric> unsearched = new ArrayList<>();
        for (int i = 0; i < metrics.size(); i++) {
            changes.addAll(changes(
                    metrics.get(i), with(runs, metrics.get(i)), searched.get(i).changes()));
            if (!searched.get(i).isEnough()) {
                unsearched.add(metrics.get(i));
            }
        }
        return new FleetHistory(runs, List.copyOf(changes), List.copyOf(unsearched));
    }

    private static List<RecordedRun> with(List<RecordedRun> runs, RunMetric metric) {
        return runs.stream().filter(run -> run.figures().containsKey(metric)).toList();
    }

    private static List<MetricChange> changes(RunMetric metric, List<RecordedRun> runs, List<RunChange> changes) {
        List<MetricChange> named = new ArrayList<>();
        for (int i = 0; i < changes.size(); i++) {
            int from = i == 0 ? 0 : changes.get(i - 1).run();
            int at = changes.get(i).run();
            int to = i == changes.size() - 1 ? runs.size() : changes.get(i + 1).run();
            named.add(new MetricChange(
                    metric,
                    runs.get(at).name(),
                    changes.get(i),
                    LedgerFacts.differences(runs.subList(from, at), runs.subList(at, to))));
        }
        return named;
    }
}
