package io.stepprofiler.fleet.comparison;

import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.fleet.FleetSteps;
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
 * @param pauses cost of garbage collections; empty if they are not recorded
 * @param lengths dependence of the times on the batches; empty if there is none
 * @param abstentions reasons why questions are not answered
 */
public record FleetComparison(
        Extent extent,
        Optional<WasteAccount> account,
        Optional<StageExcess> stage,
        List<Straggler> stragglers,
        Optional<FleetPauses> pauses,
        Optional<LengthEffect> lengths,
        List<Abstention> abstentions) {
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
            int untestedRanks) {
        /** Copies the list. */
        public Extent {
            leftOut = List.copyOf(leftOut);
        }
    }

    /** Copies the lists. */
    public FleetComparison {
        stragglers = List.copyOf(stragglers);
        abstentions = List.copyOf(abstentions);
    }

    /**
     * {@return the comparison} Takes time proportional to ranks times steps, times the logarithm of the ranks.
     *
     * @param steps the steps of all ranks
     * @param worldSize number of ranks of the run
     */
    public static FleetComparison of(FleetSteps steps, int worldSize) {
        ComparedSteps compared = new ComparedSteps(steps);
        FleetGroups groups = new FleetGroups(compared.places());
        int windows = StragglerSearch.windows(compared, groups.peers());
        EvidenceLevel evidence = compared.evidence();
        List<RankSummary> ranks = compared.byRank(rank -> RankSummary.of(rank, evidence, windows));
        List<Abstention> abstentions =
                new ArrayList<>(abstention(compared).stream().toList());
        Optional<WasteAnalysis> waste =
                abstentions.isEmpty() ? Optional.of(new WasteAnalysis(compared, ranks, groups)) : Optional.empty();
        Optional<StragglerSearch> search = waste.map(each -> new StragglerSearch(compared, ranks, groups, each));
        if (search.isPresent() && search.get().untestedRanks() > 0) {
            abstentions.add(Abstention.FEW_PEERS);
        }
        return new FleetComparison(
                new Extent(
                        compared.evidence(),
                        compared.ranks(),
                        compared.leftOut(),
                        Math.max(0, worldSize - steps.places().size()),
                        compared.steps(),
                        steps.numbers().length - compared.steps(),
                        windows,
                        search.map(StragglerSearch::tests).orElse(0),
                        search.map(StragglerSearch::untestedRanks).orElse(compared.ranks())),
                waste.map(WasteAnalysis::account),
                waste.flatMap(each -> StageExcess.of(each.account(), groups)),
                search.map(StragglerSearch::found).orElse(List.of()),
                FleetPauses.of(compared),
                LengthEffect.of(ranks),
                abstentions);
    }

    /** {@return the highest severity of the findings; empty if there are none} */
    public Optional<Severity> severity() {
        return Stream.concat(
                        stage.map(StageExcess::severity).stream(),
                        Stream.concat(
                                stragglers.stream()
                                        .map(each -> each.isWarning() ? Severity.WARNING : Severity.INFORMATION),
                                lengths.map(each -> Severity.WARNING).stream()))
                .max(Comparator.naturalOrder());
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
