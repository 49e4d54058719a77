package io.stepprofiler.report.faces;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.diff.Attribution;
import io.stepprofiler.analysis.diff.DiffMetric;
import io.stepprofiler.analysis.diff.DifferenceRow;
import io.stepprofiler.analysis.diff.MetricDiff;
import io.stepprofiler.analysis.diff.Mismatch;
import io.stepprofiler.analysis.diff.ReportDiff;
import io.stepprofiler.analysis.diff.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Figures and sentences of a comparison, shared by all its formats. */
final class DiffFigures {
    private DiffFigures() {}

    static String headline(ReportDiff diff) {
        return word(diff).toUpperCase(Locale.ROOT) + ": " + diff.reason();
    }

    /** Label of the verdict, by the kind of the deciding metric. */
    static String word(ReportDiff diff) {
        return diff.verdict().label(diff.decidedBy().kind());
    }

    static String value(MetricDiff metric, double value) {
        return switch (metric.metric().unit()) {
            case "ns" -> Amount.time(value);
            case "bytes", "bytes/step" -> Amount.bytes(value);
            default -> Amount.number(value);
        };
    }

    static String change(MetricDiff metric) {
        if (isVarying(metric)) {
            return "";
        }
        return metric.change().ratio() < 0
                ? "from 0"
                : Amount.shareChange(metric.change().ratio() - 1);
    }

    /** True if a counter differs, but not more than from run to run of one side. */
    private static boolean isVarying(MetricDiff metric) {
        return metric.metric().kind() == DiffMetric.Kind.COUNTER
                && metric.verdict() == Verdict.SAME
                && metric.base() != metric.next();
    }

    static String interval(MetricDiff metric) {
        return isNoisy(metric)
                ? Amount.shareChange(
                        metric.change().interval().low() - 1,
                        metric.change().interval().high() - 1)
                : "";
    }

    static String probability(MetricDiff metric) {
        return metric.change().probability() < 0
                ? ""
                : String.format(Locale.ROOT, "%.3f", metric.change().probability());
    }

    static String verdict(MetricDiff metric) {
        String needed = metric.runsNeeded() > 0
                        && (metric.verdict() == Verdict.CANNOT_TELL
                                || metric.verdict() == Verdict.SUSPECTED_FASTER
                                || metric.verdict() == Verdict.SUSPECTED_SLOWER)
                ? " (" + metric.runsNeeded() + " runs)"
                : "";
        return isVarying(metric)
                ? "varies from run to run"
                : metric.verdict().label(metric.metric().kind()) + needed;
    }

    private static boolean isNoisy(MetricDiff metric) {
        return metric.change().probability() >= 0;
    }

    /** Sentence about the difference below which the deciding metric counts as equal, and its origin. */
    static String band(ReportDiff diff) {
        return diff.metric(diff.decidedBy())
                .filter(DiffFigures::isNoisy)
                .map(each -> String.format(
                        Locale.ROOT,
                        "Differences of the %s below %s are ignored: %s. Runs differ by %s (%s).",
                        each.metric().title(),
                        Amount.share(each.change().band()),
                        each.change().band() > diff.threshold() * (1 + 1e-9)
                                ? "that is the noise"
                                : "that is the threshold",
                        Amount.share(each.change().noise().deviation()),
                        each.change().noise().origin()))
                .orElse("");
    }

    static String band(MetricDiff metric) {
        return isNoisy(metric) ? Amount.share(metric.change().band()) : "";
    }

    /** Explains the marker on rows that may be noise, and names tables for which there are too few runs. */
    static String doubt(ReportDiff diff) {
        Attribution all = diff.attribution();
        List<String> tables = new ArrayList<>();
        int needed = 0;
        needed = Math.max(needed, doubt(diff, all.parts().size(), "part of the step", "parts of the step", tables));
        needed = Math.max(needed, doubt(diff, paths(all).size(), "path", "paths", tables));
        needed = Math.max(
                needed, doubt(diff, all.beside().size(), "row of other threads", "rows of other threads", tables));
        return needed == 0
                ? "may be noise"
                : "may be noise: too few runs to decide by their times which of " + String.join(" or ", tables)
                        + " differ; " + needed + " per side are enough";
    }

    /** Adds a table for which there are too few runs; returns the runs needed per side, or 0 if there are enough. */
    private static int doubt(ReportDiff diff, int rows, String one, String more, List<String> tables) {
        int needed = rows == 0 ? 0 : diff.runsNeeded(rows);
        if (needed > 0) {
            tables.add(Amount.count(rows, one, more));
        }
        return needed;
    }

    static String cost(ReportDiff diff) {
        return diff.costQuantile() == 0
                ? "The undisturbed step is the fastest one of a run, which has few steps."
                : String.format(
                        Locale.ROOT,
                        "The undisturbed step is the P%.0f of the steps of a run; its first step does not count.",
                        100 * diff.costQuantile());
    }

    static String mismatch(Mismatch each) {
        return each.what() + ": " + each.base() + " -> " + each.next();
    }

    static String runs(ReportDiff diff) {
        return Amount.count(diff.base().size(), "run") + " of the base, "
                + Amount.count(diff.next().size(), "run") + " of the new side";
    }

    /** The rows by path; none if they are the parts again, as without nested scopes. */
    static List<DifferenceRow> paths(Attribution attribution) {
        return times(attribution.paths()).equals(times(attribution.parts())) ? List.of() : attribution.paths();
    }

    private static List<List<Double>> times(List<DifferenceRow> rows) {
        return rows.stream()
                .map(row -> List.of(row.baseNanos(), row.nextNanos()))
                .toList();
    }

    static String path(DifferenceRow row) {
        String mark = row.presence() == DifferenceRow.Presence.BOTH
                ? ""
                : row.presence() == DifferenceRow.Presence.NEW ? "new: " : "gone: ";
        return mark + String.join(" / ", row.path());
    }
}
