package io.stepprofiler.fleet.comparison;

import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.SharedRank;
import io.stepprofiler.fleet.ranks.ComparedSteps;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.fleet.ranks.FleetGroups;
import io.stepprofiler.fleet.ranks.LeftOut;
import io.stepprofiler.fleet.ranks.RankSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Comparison of the ranks of a run by the times of their steps. The same steps give the same result on any machine.
 *
 * @param extent ranks, steps and tests
 * @param account the account of waste; empty if the comparison abstains from it
 * @param stage the stage that all others wait for; empty if there is none
 * @param stragglers racks, then hosts, then ranks that are slower than their peers; of each, the slowest first
 * @param episodes steps in which single ranks or hosts take longer, unlike in others; the longer ones first
 * @param pauses cost of garbage collections; empty if they are not recorded
 * @param lengths dependence of the times on the batches; empty if there is none
 * @param abstentions reasons why questions are not answered
 * @param verdict the verdict
 */
public record FleetComparison(
        Extent extent,
        Optional<WasteAccount> account,
        Optional<StageExcess> stage,
        List<Straggler> stragglers,
        List<Episode> episodes,
        Optional<FleetPauses> pauses,
        Optional<LengthEffect> lengths,
        List<Abstention> abstentions,
        RanksVerdict verdict) {
    /** Spread of step times below which an unseen wait may pace all ranks. */
    private static final double EQUAL = 0.02;

    /**
     * Extent of a comparison: ranks, steps and tests.
     *
     * @param evidence the compared time
     * @param ranks number of compared ranks
     * @param leftOut ranks that are not compared, by number
     * @param missingRanks number of ranks of the run without any data
     * @param steps number of compared steps
     * @param missingSteps number of steps that too few ranks have
     * @param windows number of windows for the tests
     * @param tests number of tested ranks, hosts and racks
     * @param untestedRanks number of compared ranks that have too few peers or steps for the test
     * @param shared ranks that several processes have at the same time
     */
    public record Extent(
            EvidenceLevel evidence,
            int ranks,
            List<LeftOut> leftOut,
            int missingRanks,
            int steps,
            int missingSteps,
            int windows,
            int tests,
            int untestedRanks,
            List<SharedRank> shared) {
        /** Copies the lists. */
        public Extent {
            shared = List.copyOf(shared);
            leftOut = List.copyOf(leftOut);
        }
    }

    /** Copies the lists. */
    public FleetComparison {
        stragglers = List.copyOf(stragglers);
        episodes = List.copyOf(episodes);
        abstentions = List.copyOf(abstentions);
    }

    /**
     * {@return the comparison} Takes time proportional to ranks times steps, times the logarithm of the ranks.
     *
     * @param steps the steps of all ranks
     * @param worldSize number of ranks of the run
     */
    public static FleetComparison of(FleetSteps steps, int worldSize) {
        return of(steps, worldSize, List.of());
    }

    /**
     * {@return the comparison} Takes time proportional to ranks times steps, times the logarithm of the ranks.
     *
     * @param steps the steps of all ranks
     * @param worldSize number of ranks of the run
     * @param shared ranks that several processes have at the same time, which lack their steps
     */
    public static FleetComparison of(FleetSteps steps, int worldSize, List<SharedRank> shared) {
        ComparedSteps compared = new ComparedSteps(steps);
        FleetGroups groups = new FleetGroups(compared.places());
        int windows = StragglerSearch.windows(compared, groups.peers());
        EvidenceLevel evidence = compared.evidence();
        List<RankSummary> ranks = compared.byRank(rank -> RankSummary.of(rank, evidence, windows));
        Optional<Abstention> abstention = abstention(compared);
        Optional<WasteAnalysis> waste =
                abstention.isEmpty() ? Optional.of(new WasteAnalysis(compared, ranks, groups)) : Optional.empty();
        Optional<StragglerSearch> search = waste.map(each -> new StragglerSearch(compared, ranks, groups, each));
        Extent extent = new Extent(
                compared.evidence(),
                compared.ranks(),
                leftOut(compared.leftOut(), shared),
                Math.max(0, worldSize - steps.places().size()),
                compared.steps(),
                steps.numbers().length - compared.steps(),
                windows,
                search.map(StragglerSearch::tests).orElse(0),
                search.map(StragglerSearch::untestedRanks).orElse(compared.ranks()),
                shared);
        Optional<StageExcess> stage = waste.flatMap(each -> StageExcess.of(each.account(), groups));
        List<Straggler> stragglers = search.map(StragglerSearch::found).orElse(List.of());
        List<Episode> episodes = waste.isPresent() ? EpisodeSearch.of(compared, groups, stragglers) : List.of();
        Optional<FleetPauses> pauses = FleetPauses.of(compared);
        Optional<LengthEffect> lengths = LengthEffect.of(ranks);
        RanksVerdict.Findings findings = new RanksVerdict.Findings(
                extent, waste.map(each -> each.account().stepNanos()).orElse(0L));
        Optional<RanksVerdict> found = Stream.of(
                        stage.map(each -> findings.of(RanksVerdict.Subject.STAGE, each.severity(), each.nanos())),
                        findings.ranks(steps, stragglers, episodes),
                        findings.pauses(pauses, stragglers),
                        lengths.map(any -> findings.of(RanksVerdict.Subject.BATCHES, Severity.WARNING, 0)))
                .flatMap(Optional::stream)
                .max(Comparator.comparing((RanksVerdict each) -> each.severity().orElseThrow())
                        .thenComparing(RanksVerdict::gainNanos));
        List<Abstention> abstentions = new ArrayList<>(abstention.stream().toList());
        if (search.isPresent() && extent.untestedRanks() > 0) {
            abstentions.add(Abstention.FEW_PEERS);
        }
        if (found.isEmpty()) {
            abstentions.addAll(Abstention.ofAllClear(extent));
        }
        return new FleetComparison(
                extent,
                waste.map(WasteAnalysis::account),
                stage,
                stragglers,
                episodes,
                pauses,
                lengths,
                abstentions,
                found.orElseGet(() -> RanksVerdict.without(abstentions.isEmpty())));
    }

    private static List<LeftOut> leftOut(List<LeftOut> all, List<SharedRank> shared) {
        return all.stream()
                .map(each -> shared.stream().anyMatch(other -> other.rank() == each.rank())
                        ? new LeftOut(each.rank(), LeftOut.Reason.SEVERAL_PROCESSES)
                        : each)
                .toList();
    }

    private static Optional<Abstention> abstention(ComparedSteps compared) {
        if (compared.ranks() < 2) {
            return Optional.of(Abstention.FEW_RANKS);
        }
        if (compared.steps() < StragglerSearch.FEWEST_STEPS) {
            return Optional.of(Abstention.FEW_STEPS);
        }
        return compared.evidence() == EvidenceLevel.STEP_TIMES && compared.spread() < EQUAL
                ? Optional.of(Abstention.UNMARKED_COLLECTIVES)
                : Optional.empty();
    }
}
