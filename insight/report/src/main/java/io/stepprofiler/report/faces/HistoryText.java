package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.count;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.diff.Mismatch;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.document.Document;
import io.stepprofiler.document.Table;
import io.stepprofiler.fleet.change.ChangesOverRuns;
import io.stepprofiler.fleet.change.RunChange;
import io.stepprofiler.fleet.history.FleetHistory;
import io.stepprofiler.fleet.history.MetricChange;
import io.stepprofiler.fleet.history.RecordedRun;
import io.stepprofiler.fleet.history.RunMetric;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Changes of the figures of a job over its runs as text, then a table of the runs. */
public final class HistoryText {
    private static final int SHOWN_RUNS = 30;
    private static final int SHOWN_DIFFERENCES = 8;
    private static final int MOST_VALUE = 60;

    private HistoryText() {}

    /**
     * {@return the text}
     *
     * @param history the runs with the changes
     * @param metrics the searched figures, which are the columns of the table
     */
    public static String of(FleetHistory history, List<RunMetric> metrics) {
        Document document = new Document();
        history.changes()
                .forEach(each -> document.item(
                        each.change().isSure() ? "CHANGED" : "SUSPECTED", change(each), differences(each)));
        if (history.changes().isEmpty()) {
            document.paragraph("NO CHANGE: no figure differs between runs by more than chance and "
                    + Amount.share(ChangesOverRuns.BAND) + ".");
        }
        history.unsearched()
                .forEach(metric ->
                        document.paragraph("Cannot tell: too few runs have the figure '" + metric.title() + "'."));
        List<RecordedRun> runs = history.runs();
        int from = Math.max(0, runs.size() - SHOWN_RUNS);
        Table<RecordedRun> table = Table.of(runs.subList(from, runs.size()))
                .name("run", RecordedRun::name)
                .figure(
                        "start",
                        run -> new ClockAnchor(0, run.startEpochNanos()).knownEpochNanos() == 0
                                ? ""
                                : Instant.ofEpochSecond(0, run.startEpochNanos())
                                        .truncatedTo(ChronoUnit.MINUTES)
                                        .toString()
                                        .replace(":00Z", "Z"))
                .figure("ranks", run -> String.valueOf(run.ranks()));
        metrics.forEach(metric -> table.figure(
                metric.title(),
                run -> run.figures().containsKey(metric)
                        ? value(metric, run.figures().get(metric))
                        : ""));
        return document.table("Runs" + (from > 0 ? ", without " + count(from, "earlier run") : ""), table)
                .text();
    }

    private static String change(MetricChange each) {
        RunChange change = each.change();
        return String.format(
                Locale.ROOT,
                "%s %s -> %s (%s), from run %s on; p %.3f%s.",
                each.metric().title(),
                value(each.metric(), change.before()),
                value(each.metric(), change.after()),
                change.before() == 0 ? "from 0" : Amount.shareChange(change.after() / change.before() - 1),
                each.run(),
                change.probability(),
                change.isSure() ? "" : "; sure if the next runs agree");
    }

    private static List<String> differences(MetricChange each) {
        List<Mismatch> differences = each.differences();
        if (differences.isEmpty()) {
            return List.of("no version, flag or host differs between the runs before and after");
        }
        List<String> shown = new ArrayList<>(differences.stream()
                .limit(SHOWN_DIFFERENCES)
                .map(difference -> "differs: " + difference.what() + ": " + cut(difference.base()) + " -> "
                        + cut(difference.next()) + (difference.isWorkload() ? " (other work)" : ""))
                .toList());
        if (differences.size() > SHOWN_DIFFERENCES) {
            shown.add("and " + (differences.size() - SHOWN_DIFFERENCES) + " more differences");
        }
        return shown;
    }

    private static String value(RunMetric metric, double value) {
        return switch (metric.unit()) {
            case NANOS -> Amount.time(value);
            case PER_SECOND -> Amount.number(value) + "/s";
        };
    }

    private static String cut(String value) {
        return value.length() <= MOST_VALUE ? value : value.substring(0, MOST_VALUE - 1) + "…";
    }
}
