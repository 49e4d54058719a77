package io.stepprofiler.analysis.diff;

import io.stepprofiler.analysis.report.WindowReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the runs of one side are slower than those of another, as pure data.
 *
 * <p>One run is one sample: steps of a process are not independent of each other, and tests on them find differences
 * between runs of the same program more often than not. Steps tell what one run costs, runs tell whether two programs
 * differ.
 *
 * @param version version of this form of data, {@link #VERSION} for what is made here
 * @param verdict what the figures that decide say together: the worst of them
 * @param reason why, in a sentence without a full stop
 * @param threshold the part by which a figure may differ and is still the same
 * @param costQuantile which quantile of its steps the cost of a run is; 0 is the fastest one
 * @param mismatches in what the sides differ besides their code
 * @param remarks what makes figures doubtful, a sentence each
 * @param metrics the figures, those without noise first
 * @param attribution where the difference comes from
 * @param base the runs of the base
 * @param next the runs of the new side
 */
public record ReportDiff(
        int version,
        Verdict verdict,
        String reason,
        double threshold,
        double costQuantile,
        List<Mismatch> mismatches,
        List<String> remarks,
        List<MetricDiff> metrics,
        Attribution attribution,
        List<RunFigures> base,
        List<RunFigures> next) {
    /** The version of the data that this code makes. It changes when a reader of the old one would err. */
    public static final int VERSION = 1;

    /**
     * {@return how two sides differ}
     *
     * @param base windows of the base, of any number of runs
     * @param next windows of the new side
     * @param options how they are compared
     * @throws IllegalArgumentException if a side has no run with a complete step, naming it
     */
    public static ReportDiff of(List<WindowReport> base, List<WindowReport> next, DiffOptions options) {
        return new Differ(base, next, options).diff();
    }

    /**
     * {@return by how much runs of one program differ, for each figure that has noise}
     *
     * @param windows windows of two runs or more
     * @param origin where they come from, as it is printed
     * @throws IllegalArgumentException if there are not two runs with a complete step
     */
    public static Map<DiffMetric, Spread> noise(List<WindowReport> windows, String origin) {
        return Differ.noise(windows, origin);
    }

    /**
     * {@return the same with more that makes figures doubtful, ahead of what is known already}
     *
     * @param more sentences without a full stop, such as that some runs could not be read
     */
    public ReportDiff withRemarks(List<String> more) {
        List<String> all = new ArrayList<>(more);
        all.addAll(remarks);
        return new ReportDiff(
                version, verdict, reason, threshold, costQuantile, mismatches, all, metrics, attribution, base, next);
    }

    /**
     * {@return how many runs a side it takes before the times of a row can say that it differs; 0 if there are enough} All
     * rows of a table are tested together, so that the more there are the more runs it takes.
     *
     * @param rows how many rows the table has
     */
    public int runsNeeded(int rows) {
        if (Attributor.canTell(base.size(), next.size(), rows)) {
            return 0;
        }
        int runs = 1;
        while (!Attributor.canTell(runs, runs, rows)) {
            runs++;
        }
        return runs;
    }

    /**
     * {@return one of the figures; empty if not all runs have it}
     *
     * @param metric which
     */
    public Optional<MetricDiff> metric(DiffMetric metric) {
        return metrics.stream().filter(each -> each.metric() == metric).findFirst();
    }
}
