package io.stepprofiler.analysis.diff;

import io.stepprofiler.analysis.report.WindowReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Result of a comparison of the runs of two sides, as pure data.
 *
 * <p>One run is one sample: steps of a process are not independent of each other, and tests on them find differences
 * between runs of the same program more often than not. Steps give the cost of one run; runs show whether two programs
 * differ.
 *
 * @param version version of this data format; {@link #VERSION} for results of this code
 * @param decision the verdict and its reasons
 * @param threshold relative difference up to which a figure counts as equal
 * @param costQuantile quantile of its steps that is the cost of a run; 0 is the fastest step
 * @param mismatches differences between the sides other than their code
 * @param remarks reasons to doubt the figures, a sentence each
 * @param metrics the figures, counters without noise first
 * @param attribution breakdown of the difference
 * @param base the runs of the base
 * @param next the runs of the new side
 */
public record ReportDiff(
        int version,
        Decision decision,
        double threshold,
        double costQuantile,
        List<Mismatch> mismatches,
        List<String> remarks,
        List<MetricDiff> metrics,
        Attribution attribution,
        List<RunFigures> base,
        List<RunFigures> next) {
    /**
     * Verdict of a comparison.
     *
     * @param verdict worst verdict of the deciding figures
     * @param decidedBy figure that decides the verdict
     * @param reason reason of the verdict, in a sentence without a full stop
     * @param worse sentences without a final full stop about worse figures that the reason does not name; may be empty
     */
    public record Decision(Verdict verdict, DiffMetric decidedBy, String reason, String worse) {}

    /** Version of the data that this code writes. It changes if a reader of the old version would misread the data. */
    public static final int VERSION = 1;

    /**
     * {@return the comparison of two sides}
     *
     * @param base windows of the base, of any number of runs
     * @param next windows of the new side
     * @param options options of the comparison
     * @throws IllegalArgumentException if a side has no run, or a run without a complete step; the message names the
     *     side
     */
    public static ReportDiff of(List<WindowReport> base, List<WindowReport> next, DiffOptions options) {
        return new ReportComparison(base, next, options).diff();
    }

    /**
     * {@return the comparison of one figure of two runs, whose verdict is at best that a difference is suspected}
     *
     * @param metric the figure
     * @param base its value in the base
     * @param next its value in the new run
     * @param isComparable whether the runs did the same work
     */
    public static MetricDiff ofFigure(DiffMetric metric, double base, double next, boolean isComparable) {
        return new MetricComparison(DiffOptions.DEFAULT, isComparable)
                .compare(List.of(new Sides(metric, new double[] {base}, new double[] {next}, 0)))
                .get(0);
    }

    /**
     * {@return the comparison of the mean time in a phase of steps, by the rules of {@link #of}; empty if a run lacks it}
     *
     * @param phase name of the phase
     * @param base windows of the base; their spread is the noise if the new side has only one run
     * @param next windows of the new side
     * @param options options of the comparison
     */
    public static Optional<MetricDiff> ofPhase(
            String phase, List<WindowReport> base, List<WindowReport> next, DiffOptions options) {
        return new ReportComparison(base, next, options).phase(phase);
    }

    /**
     * {@return the spread between runs of one program, for each figure with noise}
     *
     * @param windows windows of two runs or more
     * @param origin name of their source, as printed
     * @throws IllegalArgumentException if there are fewer than two runs, or a run has no complete step
     */
    public static Map<DiffMetric, Spread> noise(List<WindowReport> windows, String origin) {
        return ReportComparison.noise(windows, origin);
    }

    /** {@return worst verdict of the deciding figures} */
    public Verdict verdict() {
        return decision.verdict;
    }

    /** {@return figure that decides the verdict} */
    public DiffMetric decidedBy() {
        return decision.decidedBy;
    }

    /** {@return reason of the verdict, in a sentence without a full stop} */
    public String reason() {
        return decision.reason;
    }

    /** {@return sentences without a final full stop about worse figures that the reason does not name; may be empty} */
    public String worse() {
        return decision.worse;
    }

    /**
     * {@return this comparison with more remarks before its own}
     *
     * @param more sentences without a full stop, such as that some runs could not be read
     */
    public ReportDiff withRemarks(List<String> more) {
        List<String> all = new ArrayList<>(more);
        all.addAll(remarks);
        return new ReportDiff(
                version, decision, threshold, costQuantile, mismatches, all, metrics, attribution, base, next);
    }

    /**
     * {@return the number of runs per side that are needed before the times of a row can be significant; 0 if there are
     * enough} All rows of a table are tested together, so that more rows need more runs.
     *
     * @param rows number of rows of the table
     */
    public int runsNeeded(int rows) {
        if (DifferenceBreakdown.canTell(base.size(), next.size(), rows)) {
            return 0;
        }
        int runs = 1;
        while (!DifferenceBreakdown.canTell(runs, runs, rows)) {
            runs++;
        }
        return runs;
    }

    /**
     * {@return one of the figures; empty if not all runs have it}
     *
     * @param metric the metric
     */
    public Optional<MetricDiff> metric(DiffMetric metric) {
        return metrics.stream().filter(each -> each.metric() == metric).findFirst();
    }
}
