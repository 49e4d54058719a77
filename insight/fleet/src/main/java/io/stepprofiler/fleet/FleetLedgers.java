package io.stepprofiler.fleet;

import io.stepprofiler.ledger.LedgerLosses;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Steps of a fleet from the step ledgers of its processes. If several processes of a rank have
 * a step, the latest process counts.
 *
 * @param steps the steps; each that at least half of the ranks have
 * @param worldSize number of ranks of the run; at least the number of ranks read
 * @param withoutRank number of ledgers that are left out, because they lack the rank that others have
 * @param pooledRows number of rows that are left out, because they stand for several steps
 * @param losses losses of the ledgers of these ranks
 */
public record FleetLedgers(FleetSteps steps, int worldSize, int withoutRank, long pooledRows, LedgerLosses losses) {
    /**
     * {@return the steps of the ledgers of a run, in this process}
     *
     * @param ranks the ledgers by rank
     * @throws IllegalArgumentException if there are more than {@link FleetSteps#MOST_RANKS} ranks
     */
    public static FleetLedgers of(RankLedgers ranks) {
        return of(ranks, (places, numbers) -> {
            TiledSteps steps = new TiledSteps(places, numbers);
            for (int rank = 0; rank < places.size(); rank++) {
                steps.set(new LedgerFigures(
                        rank,
                        ranks.ledgers().get(rank).stream()
                                .map(each -> each.content().get())
                                .toList(),
                        numbers));
            }
            return steps;
        });
    }

    /**
     * {@return the steps of the ledgers of a run}
     *
     * @param ranks the ledgers by rank
     * @param steps returns the steps for the ranks and for the numbers of their steps
     */
    public static FleetLedgers of(RankLedgers ranks, BiFunction<List<RankPlace>, long[], FleetSteps> steps) {
        List<LedgerSource> all = ranks.ledgers().stream().flatMap(List::stream).toList();
        List<StepRanges> ofRanks = ranks.ledgers().stream()
                .map(each -> StepRanges.inAtLeast(
                        1, each.stream().map(LedgerSource::numbers).toList()))
                .toList();
        long[] numbers = StepRanges.inAtLeast(Math.max(1, (ofRanks.size() + 1) / 2), ofRanks)
                .numbers();
        return new FleetLedgers(
                steps.apply(ranks.places(), numbers),
                ranks.worldSize(),
                ranks.withoutRank(),
                all.stream().mapToLong(LedgerSource::pooledRows).sum(),
                all.stream().map(LedgerSource::losses).reduce(LedgerLosses.NONE, LedgerLosses::plus));
    }
}
