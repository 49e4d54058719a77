package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.count;
import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.document.Document;
import io.stepprofiler.document.Table;
import io.stepprofiler.fleet.comparison.Straggler;
import io.stepprofiler.fleet.history.FleetDiff;
import io.stepprofiler.fleet.history.RankChange;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Comparison of two runs by the numbers of their ranks as text: the work, the whole runs, then the ranks. */
public final class FleetDiffText {
    private static final int SHOWN = 10;

    private FleetDiffText() {}

    /**
     * {@return the text}
     *
     * @param diff the comparison
     */
    public static String of(FleetDiff diff) {
        Document document = new Document();
        diff.differences().forEach(each -> DiffDocument.mismatch(document, each));
        document.table(DiffDocument.metrics(diff.metrics()))
                .heading(
                        3,
                        count(diff.ranks().size(), "rank") + " in both runs, compared by their changes: "
                                + diff.changed().extent().tests() + " tests, false discoveries 5 %.");
        List<Straggler> slower = diff.changed().stragglers();
        document.items(slower.stream().limit(SHOWN).map(FleetDiffText::became).toList());
        if (slower.size() > SHOWN) {
            document.paragraph("and " + (slower.size() - SHOWN) + " more");
        }
        if (slower.isEmpty() && diff.changed().account().isPresent()) {
            document.paragraph("no rank or host became slower than the other ranks did");
        }
        diff.changed().abstentions().forEach(each -> document.paragraph("Cannot tell: " + each.sentence() + "."));
        document.table(Table.of(
                        diff.ranks().stream()
                                .sorted(Comparator.comparingDouble(RankChange::ratio)
                                        .reversed())
                                .toList(),
                        SHOWN)
                .figure("rank", each -> String.valueOf(each.rank()))
                .figure("base", each -> time(each.baseNanos()))
                .figure("new", each -> time(each.nextNanos()))
                .figure("change", each -> Amount.shareChange(each.ratio() - 1))
                .name(
                        "host",
                        each -> each.baseHost().equals(each.nextHost())
                                ? each.nextHost()
                                : each.baseHost() + " -> " + each.nextHost()));
        return document.paragraph(leftOut("the base", diff.onlyBase()))
                .paragraph(leftOut("the new run", diff.onlyNext()))
                .text();
    }

    private static String became(Straggler each) {
        return FleetSentences.name(each) + " became " + share(each.excess()) + " slower than the other ranks did"
                + (each.certainty() == Straggler.Certainty.SUSPECTED ? " (few steps: a hint)" : "")
                + (each.partOf().isEmpty() ? "" : " (part of: " + each.partOf() + ")");
    }

    private static String leftOut(String run, List<Integer> ranks) {
        return ranks.isEmpty()
                ? ""
                : "Not compared: " + count(ranks.size(), "rank") + " of " + run + ": "
                        + ranks.stream().limit(SHOWN).map(String::valueOf).collect(Collectors.joining(", "))
                        + (ranks.size() > SHOWN ? ", ..." : "") + ".";
    }
}
