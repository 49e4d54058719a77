package io.stepprofiler.fleet;

import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

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
        TiledSteps steps = new TiledSteps(ranks.places(), numbers(ranks));
        for (int rank = 0; rank < ranks.ledgers().size(); rank++) {
            for (LedgerSource source : ranks.ledgers().get(rank)) {
                fill(steps, rank, source.content().get());
            }
        }
        return of(ranks, steps);
    }

    /**
     * {@return the steps of the ledgers of a run}
     *
     * @param ranks the ledgers by rank
     * @param steps their steps, with these {@link #numbers}
     */
    public static FleetLedgers of(RankLedgers ranks, FleetSteps steps) {
        List<LedgerSource> all = ranks.ledgers().stream().flatMap(List::stream).toList();
        return new FleetLedgers(
                steps,
                ranks.worldSize(),
                ranks.withoutRank(),
                all.stream().mapToLong(LedgerSource::pooledRows).sum(),
                all.stream().map(LedgerSource::losses).reduce(LedgerLosses.NONE, LedgerLosses::plus));
    }

    /**
     * {@return the numbers of the steps that at least half of the ranks have, increasing}
     *
     * @param ranks the ledgers by rank
     */
    public static long[] numbers(RankLedgers ranks) {
        List<List<Long>> ofRanks = ranks.ledgers().stream()
                .map(each ->
                        inAtLeast(1, each.stream().map(LedgerSource::ranges).toList()))
                .toList();
        List<Long> common = inAtLeast(Math.max(1, (ofRanks.size() + 1) / 2), ofRanks);
        return IntStream.range(0, common.size() / 2)
                .mapToObj(i -> LongStream.range(common.get(2 * i), common.get(2 * i + 1)))
                .flatMapToLong(Function.identity())
                .toArray();
    }

    /** Returns the ranges of the numbers that at least some of the given ones have. */
    private static List<Long> inAtLeast(int least, Iterable<List<Long>> given) {
        Map<Long, Integer> changes = new TreeMap<>();
        for (List<Long> ranges : given) {
            for (int i = 0; i < ranges.size(); i++) {
                changes.merge(ranges.get(i), i % 2 == 0 ? 1 : -1, Integer::sum);
            }
        }
        List<Long> common = new ArrayList<>();
        int count = 0;
        for (Map.Entry<Long, Integer> change : changes.entrySet()) {
            boolean wasIn = count >= least;
            count += change.getValue();
            if (wasIn != count >= least) {
                common.add(change.getKey());
            }
        }
        return common;
    }

    /** Sets the steps of a ledger, which replace equal steps of earlier processes of the rank. */
    static void fill(TiledSteps steps, int rank, StepLedger ledger) {
        long[] numbers = steps.numbers();
        int step = -1;
        for (int row = 0; row < ledger.size(); row++) {
            // The next row is the next step, except for gaps.
            boolean isNext = step >= -1 && step + 1 < numbers.length && numbers[step + 1] == ledger.number(row);
            step = isNext ? step + 1 : Arrays.binarySearch(numbers, ledger.number(row));
            long duration = ledger.durationNanos(row);
            if (step >= 0 && FleetSteps.isStep(ledger.steps(row), duration)) {
                steps.set(
                        rank,
                        step,
                        duration,
                        FleetSteps.own(duration, ledger.value(StepValue.COMMUNICATION_NANOS, row)));
                for (StepValue value : StepValue.values()) {
                    steps.set(value, rank, step, FleetSteps.figure(ledger.value(value, row)));
                }
            }
        }
    }
}
