package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.diff.Attribution;
import io.stepprofiler.analysis.diff.DifferenceRow;
import io.stepprofiler.analysis.diff.MetricDiff;
import io.stepprofiler.analysis.diff.Mismatch;
import io.stepprofiler.analysis.diff.ReportDiff;
import io.stepprofiler.document.Document;
import io.stepprofiler.document.Table;
import java.util.List;

/**
 * The comparison of two sides as a document: the verdict first, then the figures, then the origin of the difference. As
 * text it is one screen; as Markdown, for a comment on a pull request, it has longer tables.
 */
public final class DiffDocument {
    private final Document document = new Document();
    private final Detail detail;

    private DiffDocument(ReportDiff diff, Detail detail) {
        this.detail = detail;
        diff.mismatches().forEach(each -> mismatch(document, each));
        diff.remarks().forEach(document::note);
        document.heading(2, DiffFigures.headline(diff) + ".")
                .paragraph(diff.worse().isEmpty() ? "" : diff.worse() + ".")
                .paragraph(DiffFigures.band(diff))
                .paragraph(DiffFigures.cost(diff))
                .paragraph(DiffFigures.runs(diff) + ".")
                .heading(3, "Figures")
                .table(metrics(diff.metrics()))
                .paragraph(
                        "Marked figures decide, each by its own band. p: probability that chance alone moves a marked"
                                + " figure by as many bands; of the others likewise. Times are geometric means of the runs");
        attribution(diff.attribution());
        document.paragraph("~ " + DiffFigures.doubt(diff));
    }

    /**
     * {@return the comparison as text, in lines of at most 100 columns, or 120 in tables, unless names are longer}
     *
     * @param diff the comparison
     */
    public static String text(ReportDiff diff) {
        return new DiffDocument(diff, Detail.BRIEF).document.text();
    }

    /**
     * {@return the comparison in GitHub's Markdown}
     *
     * @param diff the comparison
     */
    public static String markdown(ReportDiff diff) {
        return new DiffDocument(diff, Detail.FULL).document.markdown();
    }

    static void mismatch(Document document, Mismatch each) {
        document.note((each.isWorkload() ? "other work: " : "differs: ") + DiffFigures.mismatch(each));
    }

    static Table<MetricDiff> metrics(List<MetricDiff> metrics) {
        return Table.of(metrics)
                .name("figure", each -> each.metric().title())
                .figure("base", each -> DiffFigures.value(each, each.base()))
                .figure("new", each -> DiffFigures.value(each, each.next()))
                .figure("change", DiffFigures::change)
                .figure("90 %", DiffFigures::interval)
                .figure("band", DiffFigures::band)
                .figure("p", DiffFigures::probability)
                .name("verdict", DiffFigures::verdict)
                .strong(MetricDiff::isGate);
    }

    private void attribution(Attribution attribution) {
        List<DifferenceRow> paths = DiffFigures.paths(attribution);
        document.heading(3, "Origin of the difference")
                .paragraph("Mean step " + time(attribution.baseNanos()) + " -> " + time(attribution.nextNanos()) + ", "
                        + Amount.timeChange(attribution.nextNanos() - attribution.baseNanos())
                        + " (arithmetic mean of the runs)"
                        + (paths.isEmpty()
                                ? "; the rows of the first table add up to it:"
                                : "; the rows of the first two tables add up to it:"))
                .table(rows("part of the step", attribution.parts(), 8))
                .table(rows("path, self time", paths, 12))
                .table(rows("on other threads, concurrently", attribution.beside(), 4));
    }

    private Table<DifferenceRow> rows(String title, List<DifferenceRow> rows, int brief) {
        return Table.of(rows, detail.limit(brief, 20))
                .figure(
                        "change",
                        row -> (row.isSure() ? "" : "~ ") + Amount.timeChange(row.deltaNanos()),
                        rest -> Amount.timeChange(rest.stream()
                                .mapToDouble(DifferenceRow::deltaNanos)
                                .sum()))
                .path(title, DiffFigures::path)
                .figure("base", row -> time(row.baseNanos()))
                .figure("new", row -> time(row.nextNanos()))
                .figure("calls", DiffDocument::calls);
    }

    private static String calls(DifferenceRow row) {
        String base = Amount.number(row.baseCalls());
        String next = Amount.number(row.nextCalls());
        return base.equals(next) ? base : base + " → " + next;
    }
}
