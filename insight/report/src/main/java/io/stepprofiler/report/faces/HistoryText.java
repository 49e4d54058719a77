package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.count;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.diff.Mismatch;
import io.stepprofiler.fleet.change.ChangesOverRuns;
import io.stepprofiler.fleet.change.RunChange;
import io.stepprofiler.fleet.history.FleetHistory;
import io.stepprofiler.fleet.history.MetricChange;
import io.stepprofiler.fleet.history.RecordedRun;
import io.stepprofiler.fleet.history.RunMetric;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** Changes of the figures of a job over its runs as text, then a table of the runs. */
public final class HistoryText {
    private static final int SHOWN_RUNS = 30;
    private static final int SHOWN_DIFFERENCES = 8;
    private static final int MOST_NAME = 24;
    private static final int MOST_VALUE = 60;

    private final TextLines text = new TextLines();

    private HistoryText() {}

    /**
     * {@return the text}
     *
     * @param history the runs with the changes
     * @param metrics the searched figures, which are the columns of the table
     */
    public static String of(FleetHistory history, List<RunMetric> metrics) {
        HistoryText face = new HistoryText();
        history.changes().forEach(face::change);
        if (history.changes().isEmpty()) {
            face.line("NO CHANGE: no figure differs between runs by more than chance and "
                    + Amount.share(ChangesOverRuns.BAND) + ".");
        }
        history.unsearched()
                .forEach(metric -> face.line("Cannot tell: too few runs have the figure '" + metric.title() + "'."));
        face.text.line("");
        face.table(history.runs(), metrics);
        return face.text.toString();
    }

    private void line(String line) {
        text.wrapped("", "  ", line);
    }

    private void change(MetricChange each) {
        RunChange change = each.change();
        line(String.format(
                Locale.ROOT,
                "%s: %s %s -> %s (%s), from run %s on; p %.3f%s.",
                change.isSure() ? "CHANGED" : "SUSPECTED",
                each.metric().title(),
                value(each.metric(), change.before()),
                value(each.metric(), change.after()),
                change.before() == 0 ? "from 0" : Amount.shareChange(change.after() / change.before() - 1),
                each.run(),
                change.probability(),
                change.isSure() ? "" : "; sure if the next runs agree"));
        List<Mismatch> differences = each.differences();
        differences.stream()
                .limit(SHOWN_DIFFERENCES)
                .forEach(difference -> line("  differs: " + difference.what() + ": "
                        + cut(difference.base(), MOST_VALUE) + " -> " + cut(difference.next(), MOST_VALUE)
                        + (difference.isWorkload() ? " (other work)" : "")));
        if (differences.size() > SHOWN_DIFFERENCES) {
            line("  and " + (differences.size() - SHOWN_DIFFERENCES) + " more differences");
        }
        if (differences.isEmpty()) {
            line("  no version, flag or host differs between the runs before and after");
        }
    }

    private void table(List<RecordedRun> runs, List<RunMetric> metrics) {
        StringBuilder head =
                new StringBuilder(String.format(Locale.ROOT, "%-24s  %-16s  %6s", "run", "start", "ranks"));
        metrics.forEach(metric -> head.append(String.format(Locale.ROOT, "  %16s", metric.title())));
        text.line(head.toString());
        int from = Math.max(0, runs.size() - SHOWN_RUNS);
        if (from > 0) {
            text.line(count(from, "earlier run"));
        }
        for (RecordedRun run : runs.subList(from, runs.size())) {
            StringBuilder row = new StringBuilder(String.format(
                    Locale.ROOT,
                    "%-24s  %-16s  %6d",
                    cut(run.name(), MOST_NAME),
                    Instant.ofEpochSecond(0, run.startEpochNanos())
                            .truncatedTo(ChronoUnit.MINUTES)
                            .toString()
                            .replace(":00Z", "Z"),
                    run.ranks()));
            metrics.forEach(metric -> row.append(String.format(
                    Locale.ROOT,
                    "  %16s",
                    run.figures().containsKey(metric)
                            ? value(metric, run.figures().get(metric))
                            : "")));
            text.line(row.toString());
        }
    }

    private static String value(RunMetric metric, double value) {
        return switch (metric.unit()) {
            case NANOS -> Amount.time(value);
            case PER_SECOND -> Amount.number(value) + "/s";
        };
    }

    private static String cut(String value, int most) {
        return value.length() <= most ? value : value.substring(0, most - 1) + "…";
    }
}
