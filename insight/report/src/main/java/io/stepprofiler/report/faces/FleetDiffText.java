package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.count;
import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.diff.MetricDiff;
import io.stepprofiler.analysis.diff.Mismatch;
import io.stepprofiler.fleet.history.FleetDiff;
import io.stepprofiler.fleet.history.RankChange;
import io.stepprofiler.fleet.straggler.Straggler;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Comparison of two runs by the numbers of their ranks as text: the work, the whole runs, then the ranks. */
public final class FleetDiffText {
    private static final int SHOWN = 10;

    private final TextLines text = new TextLines();

    private FleetDiffText() {}

    /**
     * {@return the text}
     *
     * @param diff the comparison
     */
    public static String of(FleetDiff diff) {
        FleetDiffText face = new FleetDiffText();
        diff.differences().forEach(face::difference);
        diff.metrics().forEach(face::metric);
        face.ranks(diff);
        face.leftOut("the base", diff.onlyBase());
        face.leftOut("the new run", diff.onlyNext());
        return face.text.toString();
    }

    private void line(String line) {
        text.wrapped("", "  ", line);
    }

    private void difference(Mismatch each) {
        line((each.isWorkload() ? "OTHER WORK: " : "Differs: ") + DiffFigures.mismatch(each));
    }

    private void metric(MetricDiff each) {
        line(each.metric().title() + ": " + DiffFigures.value(each, each.base()) + " -> "
                + DiffFigures.value(each, each.next()) + " (" + DiffFigures.change(each) + "; 90 %: "
                + DiffFigures.interval(each) + "): " + DiffFigures.verdict(each));
    }

    private void ranks(FleetDiff diff) {
        text.line("");
        line(count(diff.ranks().size(), "rank") + " in both runs, compared by their changes: "
                + diff.changed().extent().tests() + " tests, false discoveries 5 %.");
        List<Straggler> slower = diff.changed().stragglers();
        slower.stream()
                .limit(SHOWN)
                .forEach(each -> line("  " + FleetSentences.name(each) + " became " + share(each.excess())
                        + " slower than the other ranks did"
                        + (each.certainty() == Straggler.Certainty.SUSPECTED ? " (few steps: a hint)" : "")
                        + (each.partOf().isEmpty() ? "" : " (part of: " + each.partOf() + ")")));
        if (slower.size() > SHOWN) {
            line("  and " + (slower.size() - SHOWN) + " more");
        }
        if (slower.isEmpty() && diff.changed().account().isPresent()) {
            line("  no rank or host became slower than the other ranks did");
        }
        diff.changed().abstentions().forEach(each -> line("Cannot tell: " + each.sentence() + "."));
        if (!diff.ranks().isEmpty()) {
            text.line("");
            text.line(String.format(Locale.ROOT, "%6s  %10s  %10s  %8s  %s", "rank", "base", "new", "change", "host"));
            diff.ranks().stream()
                    .sorted(Comparator.comparingDouble(RankChange::ratio).reversed())
                    .limit(SHOWN)
                    .forEach(each -> text.line(String.format(
                            Locale.ROOT,
                            "%6d  %10s  %10s  %8s  %s",
                            each.rank(),
                            time(each.baseNanos()),
                            time(each.nextNanos()),
                            Amount.shareChange(each.ratio() - 1),
                            each.baseHost().equals(each.nextHost())
                                    ? each.nextHost()
                                    : each.baseHost() + " -> " + each.nextHost())));
            if (diff.ranks().size() > SHOWN) {
                text.line(String.format(
                        Locale.ROOT, "%6s  and %d more", "", diff.ranks().size() - SHOWN));
            }
        }
    }

    private void leftOut(String run, List<Integer> ranks) {
        if (!ranks.isEmpty()) {
            line("Not compared: " + count(ranks.size(), "rank") + " of " + run + ": "
                    + ranks.stream().limit(SHOWN).map(String::valueOf).collect(Collectors.joining(", "))
                    + (ranks.size() > SHOWN ? ", ..." : "") + ".");
        }
    }
}
