package io.stepprofiler.report.faces;

import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.amount.Quantiles;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.Advice;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Proof;
import io.stepprofiler.analysis.rules.Role;
import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.comparison.Abstention;
import io.stepprofiler.fleet.comparison.Episode;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.comparison.LengthEffect;
import io.stepprofiler.fleet.comparison.RanksVerdict;
import io.stepprofiler.fleet.comparison.StageExcess;
import io.stepprofiler.fleet.comparison.Straggler;
import io.stepprofiler.fleet.comparison.WasteAccount;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.fleet.ranks.LeftOut;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.StepLedger;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Findings about the ranks of a report, by the comparison of the fleet. */
public final class RankFindings {
    private static final int SHOWN = 8;

    private final FleetReport fleet;
    private final RankParts parts;
    private final List<Finding> findings = new ArrayList<>();

    private RankFindings(FleetReport fleet, RankParts parts) {
        this.fleet = fleet;
        this.parts = parts;
    }

    /**
     * {@return the findings about the ranks of some windows, the most important first; none for fewer than two ranks}
     *
     * @param windows the windows
     * @param ledgers step ledgers of their processes, and of others
     */
    public static List<Finding> of(List<WindowReport> windows, List<StepLedger> ledgers) {
        List<WindowReport> ofRanks = windows.stream()
                .filter(window -> window.run().rank() >= 0 && window.stepTime().count() > 0 && !window.isWhole())
                .toList();
        if (ofRanks.stream().map(window -> window.run().rank()).distinct().count() < 2) {
            return List.of();
        }
        List<StepLedger> known = ledgers.stream()
                .filter(ledger -> ofRanks.stream().anyMatch(window -> RunLedgers.isOf(window.run(), ledger)))
                .toList();
        FleetReport fleet = FleetReport.of(known, List.of()).withParts(RankParts.medians(ofRanks));
        return new RankFindings(fleet, new RankParts(fleet)).findings();
    }

    private List<Finding> findings() {
        FleetComparison compared = fleet.comparison();
        compared.stage().ifPresent(this::stage);
        compared.stragglers().stream()
                .filter(slow -> slow.partOf().isEmpty())
                .limit(SHOWN)
                .forEach(this::straggler);
        compared.episodes().stream().filter(Episode::isFinding).limit(SHOWN).forEach(this::episode);
        compared.lengths().ifPresent(this::batches);
        compared.abstentions().forEach(this::abstention);
        return List.copyOf(findings);
    }

    private void stage(StageExcess stage) {
        add(RankRules.STAGE, FleetVerdict.of(stage), stage.severity(), stage.excess(), stage.nanos());
    }

    private void batches(LengthEffect lengths) {
        add(RankRules.BATCHES, FleetVerdict.of(lengths), Severity.WARNING, lengths.correlation(), 0);
    }

    private void add(RankRules rule, FleetVerdict verdict, Severity severity, double measure, long gainNanos) {
        long step = fleet.comparison().account().map(WasteAccount::stepNanos).orElse(0L);
        findings.add(new Finding(
                rule.id(),
                rule.title(),
                severity,
                Role.CAUSE,
                measure,
                verdict.sentence(),
                verdict.nextStep(),
                (double) gainNanos / Math.max(1, step),
                gainNanos,
                proofs(),
                List.of(),
                ""));
    }

    private void straggler(Straggler slow) {
        boolean isSure = slow.certainty() == Straggler.Certainty.SURE;
        String more = parts.longer(slow.ranks(), slow.excessNanos());
        findings.add(new Finding(
                RankRules.STRAGGLER.id(),
                RankRules.STRAGGLER.title(),
                isSure ? severity(RanksVerdict.Subject.RANKS).orElse(Severity.INFORMATION) : Severity.INFORMATION,
                Role.CAUSE,
                slow.excess(),
                FleetSentences.name(slow) + " takes " + time(slow.excessNanos())
                        + " (" + share(slow.excess()) + ") longer than its peers for its own work in a step"
                        + (more.isEmpty() ? "; cause: " + slow.cause().phrase() : ", " + more)
                        + (isSure
                                ? ""
                                : "; suspected, from "
                                        + fleet.comparison().extent().steps() + " steps"),
                isSure ? FleetSentences.nextStep(slow.cause(), parts.first(slow)) : "record 20 steps to be sure",
                slow.gain(),
                slow.gainNanos(),
                proofs(),
                List.of(
                        Advice.of("give each rank the same number of samples, of about the same length"),
                        Advice.of("look for other programs on that machine, its clock rate and its cooling:"
                                + " stepprof diff RANK0 -- RANK" + slow.ranks().get(0))),
                ""));
    }

    /** Returns the severity of the verdict, which is of all slow ranks together; empty if it is of another subject. */
    private Optional<Severity> severity(RanksVerdict.Subject subject) {
        RanksVerdict verdict = fleet.comparison().verdict();
        return verdict.severity().filter(any -> verdict.subject() == subject);
    }

    private void episode(Episode episode) {
        findings.add(new Finding(
                RankRules.STRAGGLER.id(),
                RankRules.STRAGGLER.title(),
                severity(RanksVerdict.Subject.RANKS).orElse(Severity.INFORMATION),
                Role.CAUSE,
                episode.excess(),
                FleetSentences.of(episode) + "; cause: " + episode.cause().phrase(),
                "",
                episode.cost(),
                0,
                proofs(),
                List.of(),
                ""));
    }

    private void abstention(Abstention reason) {
        findings.add(new Finding(
                RankRules.STRAGGLER.id(),
                RankRules.STRAGGLER.title(),
                Severity.INFORMATION,
                Role.REMARK,
                0,
                "cannot tell: " + reason.sentence(),
                "",
                0,
                0,
                List.of(),
                List.of(),
                ""));
    }

    /** Returns evidence without a time: ranks have no common clock. All of a step is own work if no rank recorded collectives. */
    private List<Proof> proofs() {
        FleetSteps steps = fleet.read().steps();
        EvidenceLevel evidence = fleet.comparison().extent().evidence();
        Set<Integer> leftOut = fleet.comparison().extent().leftOut().stream()
                .map(LeftOut::rank)
                .collect(Collectors.toSet());
        record Shown(int rank, long ownNanos, long stepNanos) implements Serializable {}
        return steps
                .byRank(rank -> new Shown(rank.index(), median(evidence.nanos(rank)), median(rank.durations())))
                .stream()
                .map(each -> new Shown(steps.places().get(each.rank).rank(), each.ownNanos, each.stepNanos))
                .filter(each -> !leftOut.contains(each.rank))
                .sorted(Comparator.comparingLong(Shown::ownNanos).reversed())
                .limit(SHOWN)
                .map(each -> Proof.at(
                        "rank " + each.rank + ": " + time(each.ownNanos) + " of own work in a step of "
                                + time(each.stepNanos),
                        List.of()))
                .toList();
    }

    private static long median(long... nanos) {
        return Quantiles.median(Arrays.stream(nanos).filter(each -> each != FleetSteps.UNKNOWN));
    }
}
