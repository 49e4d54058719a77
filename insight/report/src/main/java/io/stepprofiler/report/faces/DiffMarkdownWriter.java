package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.time;
import static io.stepprofiler.report.faces.MarkdownReportWriter.escaped;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.diff.Attribution;
import io.stepprofiler.analysis.diff.DifferenceRow;
import io.stepprofiler.analysis.diff.MetricDiff;
import io.stepprofiler.analysis.diff.Mismatch;
import io.stepprofiler.analysis.diff.ReportDiff;
import java.util.List;

/** The comparison of two sides in GitHub's Markdown, for a comment on a pull request. */
public final class DiffMarkdownWriter {
    private static final int MAX_ROWS = 20;

    private final StringBuilder text = new StringBuilder();

    private DiffMarkdownWriter() {}

    /**
     * {@return the comparison in Markdown}
     *
     * @param diff the comparison
     */
    public static String of(ReportDiff diff) {
        DiffMarkdownWriter face = new DiffMarkdownWriter();
        face.write(diff);
        return face.text.toString();
    }

    private void write(ReportDiff diff) {
        line("## " + escaped(DiffFigures.headline(diff)) + "\n");
        for (Mismatch each : diff.mismatches()) {
            line("> " + (each.isWorkload() ? "**Other work**: " : "Differs: ") + escaped(DiffFigures.mismatch(each))
                    + "\n");
        }
        diff.remarks().forEach(remark -> line("> **Note:** " + escaped(remark) + "\n"));
        line(escaped(DiffFigures.runs(diff)) + ". " + escaped(DiffFigures.band(diff)) + " "
                + escaped(DiffFigures.cost(diff)) + "\n");
        line("| figure | base | new | change | 90 % | p | verdict |");
        line("|---|---:|---:|---:|---:|---:|---|");
        diff.metrics().forEach(this::metric);
        line("\n**Bold** figures decide; p is the probability of such a difference by chance alone.\n");
        attribution(diff.attribution(), DiffFigures.doubt(diff));
    }

    private void metric(MetricDiff each) {
        String title = escaped(each.metric().title());
        line("| " + (each.isGate() ? "**" + title + "**" : title) + " | " + DiffFigures.value(each, each.base()) + " | "
                + DiffFigures.value(each, each.next()) + " | " + DiffFigures.change(each) + " | "
                + DiffFigures.interval(each) + " | " + DiffFigures.probability(each) + " | "
                + DiffFigures.verdict(each) + " |");
    }

    private void attribution(Attribution attribution, String doubt) {
        line("### Where the difference comes from\n");
        line("Mean step " + time(attribution.baseNanos()) + " → " + time(attribution.nextNanos())
                + "; the rows of the first two tables add up to it. \\~ " + escaped(doubt) + ".\n");
        rows("part of the step", attribution.parts());
        rows("path, self time", DiffFigures.paths(attribution));
        rows("on other threads, concurrently", attribution.beside());
    }

    private void rows(String title, List<DifferenceRow> rows) {
        if (rows.isEmpty()) {
            return;
        }
        line("| " + title + " | change | base | new | calls |");
        line("|---|---:|---:|---:|---:|");
        rows.stream()
                .limit(MAX_ROWS)
                .forEach(row -> line("| " + escaped(DiffFigures.path(row)) + " | "
                        + (row.isSure() ? "" : "\\~ ") + Amount.timeChange(row.deltaNanos()) + " | "
                        + time(row.baseNanos())
                        + " | " + time(row.nextNanos()) + " | " + calls(row) + " |"));
        if (rows.size() > MAX_ROWS) {
            double rest = rows.stream()
                    .skip(MAX_ROWS)
                    .mapToDouble(DifferenceRow::deltaNanos)
                    .sum();
            line("| " + (rows.size() - MAX_ROWS) + " more | " + Amount.timeChange(rest) + " | | | |");
        }
        line("");
    }

    private static String calls(DifferenceRow row) {
        String base = Amount.number(row.baseCalls());
        String next = Amount.number(row.nextCalls());
        return base.equals(next) ? base : base + " → " + next;
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
