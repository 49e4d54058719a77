package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.count;
import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.fleet.comparison.Abstention;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.comparison.FleetPauses;
import io.stepprofiler.fleet.comparison.LengthEffect;
import io.stepprofiler.fleet.comparison.RanksVerdict;
import io.stepprofiler.fleet.comparison.StageExcess;
import io.stepprofiler.fleet.report.FleetReport;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Verdict on the ranks of a run in words, the same in all forms of the report.
 *
 * @param title its kind
 * @param sentence the sentence, without a full stop
 * @param nextStep advice; empty if there is none
 * @param severity severity of its finding; information if the data cannot tell; null if no rank is slow
 */
record FleetVerdict(
        String title,
        String sentence,
        String nextStep,
        @Nullable Severity severity) {
    /** Returns the verdict of a report. */
    static FleetVerdict of(FleetReport report) {
        FleetComparison fleet = report.comparison();
        RanksVerdict verdict = fleet.verdict();
        FleetVerdict words = switch (verdict.subject()) {
            case STAGE -> of(fleet.stage().orElseThrow());
            case RANKS -> new CulpritSentences(report).verdict();
            case COLLECTIONS -> of(fleet.pauses().orElseThrow(), verdict);
            case BATCHES -> of(fleet.lengths().orElseThrow());
            case NONE -> withoutFinding(report);
        };
        return verdict.kind() == RanksVerdict.Kind.PROBABLY_SLOW ? words.probably(fleet) : words;
    }

    /** Returns kind and sentence as a line. */
    String line() {
        return title.toUpperCase(Locale.ROOT) + ": " + sentence + ".";
    }

    private FleetVerdict probably(FleetComparison fleet) {
        return new FleetVerdict(
                "Probably " + title.toLowerCase(Locale.ROOT),
                sentence + "; a hint, from " + count(fleet.extent().steps(), "step") + " of "
                        + count(fleet.extent().ranks(), "rank"),
                nextStep,
                Severity.INFORMATION);
    }

    static FleetVerdict of(LengthEffect lengths) {
        return new FleetVerdict(
                "Uneven batches",
                "the steps of " + lengths.ranks() + " ranks are as long as their batches are large",
                "give all ranks batches of about the same size in each step",
                Severity.WARNING);
    }

    static FleetVerdict of(StageExcess stage) {
        return new FleetVerdict(
                "Slow stage",
                "all stages wait for stage " + stage.stage() + (stage.isLast() ? ", the last" : "") + ", which takes "
                        + time(stage.nanos()) + " a step longer than the mean rank (" + share(stage.excess()) + ")",
                stage.isLast()
                        ? "fewer layers in the last stage, which also computes the loss"
                        : "fewer layers in this stage",
                stage.severity());
    }

    private static FleetVerdict of(FleetPauses pauses, RanksVerdict verdict) {
        return new FleetVerdict(
                "Slow collections",
                "ranks pause for garbage collections in different steps, and all wait for each; the longest pauses take "
                        + time(pauses.costNanos()) + " a step, and would take " + time(pauses.meanNanos())
                        + " if all ranks collected in the same steps: " + time(verdict.gainNanos()) + " ("
                        + share(verdict.gain()) + ") a step less",
                "collect on all ranks after the same steps, as by System.gc(), or make less garbage",
                verdict.severity().orElse(null));
    }

    private static FleetVerdict withoutFinding(FleetReport report) {
        FleetComparison fleet = report.comparison();
        return fleet.verdict().kind() == RanksVerdict.Kind.NO_SLOW_RANK
                ? new FleetVerdict(
                        "No slow rank", "no rank, host or rack is slower than its peers all the time", "", null)
                : new FleetVerdict(
                        "Cannot tell",
                        fleet.extent().shared().stream()
                                .findFirst()
                                .map(FleetSentences::of)
                                .orElseGet(() -> fleet.abstentions().get(0).sentence()),
                        fleet.abstentions().contains(Abstention.SHARED_RANKS)
                                ? "give each process a rank of its own, and each run a directory"
                                : "",
                        Severity.INFORMATION);
    }
}
