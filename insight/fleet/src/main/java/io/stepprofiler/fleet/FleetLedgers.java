package io.stepprofiler.fleet;

import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Steps of a fleet from the step ledgers of its processes. If several processes of a rank have
 * a step, the latest process counts.
 *
 * @param steps the steps; each that at least half of the ranks have, the last ones if they exceed the limits of
 *     {@link FleetSteps}
 * @param worldSize number of ranks of the run; at least the number of ranks read
 * @param withoutRank number of ledgers that are left out, because they lack the rank that others have
 * @param pooledRows number of rows that are left out, because they stand for several steps
 * @param losses losses of the ledgers of these ranks
 */
public record FleetLedgers(FleetSteps steps, int worldSize, int withoutRank, long pooledRows, LedgerLosses losses) {
    /**
     * {@return the steps of the ledgers of a run} A rank's own times need the ledger's time in collectives.
     *
     * @param ranks the ledgers by rank
     * @throws IllegalArgumentException if there are more than {@link FleetSteps#MOST_RANKS} ranks
     */
    public static FleetLedgers of(RankLedgers ranks) {
        FleetSteps steps = new FleetSteps(ranks.places(), numbers(ranks.ledgers()));
        for (int rank = 0; rank < ranks.ledgers().size(); rank++) {
            for (StepLedger ledger : ranks.ledgers().get(rank)) {
                fill(steps, rank, ledger);
            }
        }
        List<StepLedger> all = ranks.ledgers().stream().flatMap(List::stream).toList();
        return new FleetLedgers(
                steps,
                ranks.worldSize(),
                ranks.withoutRank(),
                all.stream().mapToLong(FleetLedgers::pooled).sum(),
                all.stream().map(StepLedger::losses).reduce(LedgerLosses.NONE, LedgerLosses::plus));
    }

    private static long pooled(StepLedger ledger) {
        long pooled = 0;
        for (int row = 0; row < ledger.size(); row++) {
            pooled += ledger.steps(row) > 1 ? 1 : 0;
        }
        return pooled;
    }

    /** Returns whether a row is a step; damaged ledgers may have any figure. */
    private static boolean isStep(StepLedger ledger, int row) {
        return ledger.steps(row) == 1 && isFigure(ledger.durationNanos(row));
    }

    private static boolean isFigure(long figure) {
        return figure >= 0 && figure <= FleetSteps.MOST_FIGURE;
    }

    /** Returns the numbers of the steps that at least half of the ranks have. */
    private static long[] numbers(Iterable<List<StepLedger>> ranks) {
        Map<Long, Integer> counts = new HashMap<>();
        int size = 0;
        for (List<StepLedger> ledgers : ranks) {
            Set<Long> numbers = new HashSet<>();
            for (StepLedger ledger : ledgers) {
                for (int row = 0; row < ledger.size(); row++) {
                    if (isStep(ledger, row) && numbers.add(ledger.number(row))) {
                        counts.merge(ledger.number(row), 1, Integer::sum);
                    }
                }
            }
            size++;
        }
        int half = (size + 1) / 2;
        long[] common = counts.entrySet().stream()
                .filter(number -> number.getValue() >= half)
                .mapToLong(Map.Entry::getKey)
                .sorted()
                .toArray();
        int most = Math.min(FleetSteps.MOST_STEPS, FleetSteps.MOST_RANK_STEPS / Math.max(1, size));
        return Arrays.copyOfRange(common, Math.max(0, common.length - most), common.length);
    }

    private static void fill(FleetSteps steps, int rank, StepLedger ledger) {
        long[] numbers = steps.numbers();
        for (int row = 0; row < ledger.size(); row++) {
            int step = Arrays.binarySearch(numbers, ledger.number(row));
            if (step >= 0 && isStep(ledger, row)) {
                long duration = ledger.durationNanos(row);
                long communication = ledger.value(StepValue.COMMUNICATION_NANOS, row);
                steps.set(
                        rank,
                        step,
                        duration,
                        isFigure(communication) ? Math.max(0, duration - communication) : FleetSteps.UNKNOWN);
                for (StepValue value : StepValue.values()) {
                    long figure = ledger.value(value, row);
                    if (isFigure(figure)) {
                        steps.set(value, rank, step, figure);
                    } else if (steps.value(value, rank, step) != FleetSteps.UNKNOWN) {
                        steps.set(value, rank, step, FleetSteps.UNKNOWN);
                    }
                }
            }
        }
    }
}
