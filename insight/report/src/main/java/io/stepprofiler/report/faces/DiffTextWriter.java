package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.diff.Attribution;
import io.stepprofiler.analysis.diff.DifferenceRow;
import io.stepprofiler.analysis.diff.MetricDiff;
import io.stepprofiler.analysis.diff.Mismatch;
import io.stepprofiler.analysis.diff.ReportDiff;
import java.util.List;
import java.util.Locale;

/**
 * The comparison of two sides as one screen of text: the verdict first, then the figures, then the origin of the
 * difference. Names from traces cannot break a line or control the terminal.
 */
public final class DiffTextWriter {
    private static final int MAX_PARTS = 8;
    private static final int MAX_PATHS = 12;
    private static final int NAME = 58;

    private final TextLines text = new TextLines();

    private DiffTextWriter() {}

    /**
     * {@return the comparison as text, in lines of at most 100 columns unless names are longer}
     *
     * @param diff the comparison
     */
    public static String of(ReportDiff diff) {
        DiffTextWriter face = new DiffTextWriter();
        face.write(diff);
        return face.text.toString();
    }

    private void write(ReportDiff diff) {
        for (Mismatch each : diff.mismatches()) {
            text.wrapped(each.isWorkload() ? "! other work: " : "! differs: ", "    ", DiffFigures.mismatch(each));
        }
        diff.remarks().forEach(remark -> text.wrapped("! ", "  ", remark));
        text.wrapped("", "  ", DiffFigures.headline(diff) + ".");
        if (!DiffFigures.band(diff).isEmpty()) {
            text.wrapped("", "  ", DiffFigures.band(diff));
        }
        text.wrapped("", "  ", DiffFigures.cost(diff));
        metrics(diff.metrics());
        attribution(diff.attribution());
        text.wrapped("~ ", "  ", DiffFigures.doubt(diff));
    }

    private void metrics(List<MetricDiff> metrics) {
        text.line("");
        text.line(row("", "base", "new", "change", "90 %", "p", ""));
        for (MetricDiff each : metrics) {
            text.line(row(
                    (each.isGate() ? "* " : "  ") + each.metric().title(),
                    DiffFigures.value(each, each.base()),
                    DiffFigures.value(each, each.next()),
                    DiffFigures.change(each),
                    DiffFigures.interval(each),
                    DiffFigures.probability(each),
                    DiffFigures.verdict(each)));
        }
        text.line("* decides. p: probability of such a difference by chance alone");
    }

    private static String row(String... cells) {
        return String.format(Locale.ROOT, "%-30s %9s %9s %8s %16s %5s %s", (Object[]) cells);
    }

    private void attribution(Attribution attribution) {
        text.line("");
        text.line("Mean step " + time(attribution.baseNanos()) + " -> " + time(attribution.nextNanos()) + ", "
                + Amount.timeChange(attribution.nextNanos() - attribution.baseNanos()) + ":");
        rows(attribution.parts(), MAX_PARTS);
        List<DifferenceRow> paths = DiffFigures.paths(attribution);
        if (!paths.isEmpty()) {
            text.line("by path, self time:");
            rows(paths, MAX_PATHS);
        }
        if (!attribution.beside().isEmpty()) {
            text.line("on other threads, concurrently, not part of the step:");
            rows(attribution.beside(), MAX_PARTS / 2);
        }
    }

    private void rows(List<DifferenceRow> rows, int limit) {
        rows.stream().limit(limit).forEach(this::row);
        if (rows.size() > limit) {
            double rest = rows.stream()
                    .skip(limit)
                    .mapToDouble(DifferenceRow::deltaNanos)
                    .sum();
            text.line(String.format(Locale.ROOT, "    %10s  %d more", Amount.timeChange(rest), rows.size() - limit));
        }
    }

    private void row(DifferenceRow row) {
        String name = DiffFigures.path(row);
        text.line(String.format(
                Locale.ROOT,
                "  %s %10s  %-" + NAME + "s %9s -> %s",
                row.isSure() ? " " : "~",
                Amount.timeChange(row.deltaNanos()),
                name.length() <= NAME ? name : "…" + name.substring(name.length() - NAME + 1),
                time(row.baseNanos()),
                time(row.nextNanos())));
    }
}
