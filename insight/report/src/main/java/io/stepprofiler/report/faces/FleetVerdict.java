package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.fleet.comparison.Abstention;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.comparison.LengthEffect;
import io.stepprofiler.fleet.comparison.StageExcess;
import io.stepprofiler.fleet.comparison.Straggler;
import io.stepprofiler.fleet.report.FleetReport;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Verdict on the ranks of a run in words, the same in all forms of the report.
 *
 * @param title its kind
 * @param sentence the sentence, without a full stop
 * @param nextStep advice; empty if there is none
 * @param severity severity of its finding; null if nothing is found
 */
record FleetVerdict(
        String title,
        String sentence,
        String nextStep,
        @Nullable Severity severity) {
    /** Returns the verdict: the slow stage, else the worst slow place, else uneven batches. */
    static FleetVerdict of(FleetReport report) {
        FleetComparison fleet = report.comparison();
        return fleet.stage()
                .map(FleetVerdict::of)
                .or(() -> fleet.stragglers().stream()
                        .filter(Straggler::isWarning)
                        .findFirst()
                        .map(slow -> of(slow, report)))
                .or(() -> fleet.lengths().map(FleetVerdict::of))
                .orElseGet(() -> withoutFinding(fleet));
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

    private static FleetVerdict of(Straggler slow, FleetReport report) {
        return new FleetVerdict(
                "Slow " + slow.level().name().toLowerCase(Locale.ROOT),
                FleetSentences.of(slow, report),
                FleetSentences.nextStep(slow),
                Severity.WARNING);
    }

    private static FleetVerdict withoutFinding(FleetComparison fleet) {
        return fleet.abstentions().isEmpty() && fleet.extent().missingRanks() == 0
                ? new FleetVerdict(
                        "No slow rank", "no rank, host or rack is slower than its peers all the time", "", null)
                : new FleetVerdict(
                        "Cannot tell",
                        fleet.abstentions().stream()
                                .findFirst()
                                .map(Abstention::sentence)
                                .orElse("ranks of the run are missing; none of the others is slower all the time"),
                        "",
                        Severity.INFORMATION);
    }
}
