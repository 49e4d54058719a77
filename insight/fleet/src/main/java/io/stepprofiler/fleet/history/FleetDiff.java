package io.stepprofiler.fleet.history;

import io.stepprofiler.analysis.diff.DiffMetric;
import io.stepprofiler.analysis.diff.MetricDiff;
import io.stepprofiler.analysis.diff.Mismatch;
import io.stepprofiler.analysis.diff.ReportDiff;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.LedgerRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Comparison of two runs of a job by the numbers of their ranks.
 *
 * @param differences facts that differ, the work of a step first
 * @param metrics figures of the whole runs: one run is one sample, so a difference is suspected at best
 * @param ranks changes of the ranks of both runs, by number
 * @param onlyBase numbers of the ranks that only the base has
 * @param onlyNext numbers of the ranks that only the new run has
 * @param changed comparison of the ranks by their times in the new run relative to the base: its stragglers have become
 *     slower than the other ranks have
 */
public record FleetDiff(
        List<Mismatch> differences,
        List<MetricDiff> metrics,
        List<RankChange> ranks,
        List<Integer> onlyBase,
        List<Integer> onlyNext,
        FleetComparison changed) {
    /**
     * {@return the comparison of two runs} Takes time proportional to ranks times steps, times the logarithm of the
     * ranks.
     *
     * @param base facts about the processes of the base
     * @param ofBase their report
     * @param next facts about the processes of the new run
     * @param ofNext their report
     */
    public static FleetDiff of(List<LedgerRun> base, FleetReport ofBase, List<LedgerRun> next, FleetReport ofNext) {
        RecordedRun before = RecordedRun.of("", base, ofBase);
        RecordedRun after = RecordedRun.of("", next, ofNext);
        List<Mismatch> differences = LedgerFacts.differences(List.of(before), List.of(after));
        boolean isSameWork = differences.stream().noneMatch(Mismatch::isWorkload);
        List<MetricDiff> metrics = new ArrayList<>();
        for (RunMetric metric : List.of(RunMetric.COST, RunMetric.TYPICAL)) {
            Double ofBefore = before.figures().get(metric);
            Double ofAfter = after.figures().get(metric);
            if (ofBefore != null && ofAfter != null) {
                metrics.add(ReportDiff.ofFigure(
                        metric == RunMetric.COST ? DiffMetric.COST : DiffMetric.TYPICAL,
                        ofBefore,
                        ofAfter,
                        isSameWork));
            }
        }
        RelativeSteps relative = new RelativeSteps(ofBase, ofNext);
        List<RankChange> changes = List.copyOf(relative.changes());
        return new FleetDiff(
                differences,
                List.copyOf(metrics),
                changes,
                without(changes, ofBase),
                without(changes, ofNext),
                FleetComparison.of(relative.steps(), changes.size()));
    }

    /** Returns the numbers of the ranks that are not compared. */
    private static List<Integer> without(List<RankChange> changes, FleetReport of) {
        Set<Integer> compared = changes.stream().map(RankChange::rank).collect(Collectors.toSet());
        return of.read().steps().places().stream()
                .map(RankPlace::rank)
                .filter(rank -> !compared.contains(rank))
                .toList();
    }
}
