package io.stepprofiler.fleet;

import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.Parallelism;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Steps of a fleet from the step ledgers of its processes. Ledgers with the same rank are processes that followed each
 * other: of a step that both have, the later process counts. If no ledger has a rank, their order gives it.
 *
 * @param steps the steps; each that at least half of the ranks have, the last ones if they exceed the limits of
 *     {@link FleetSteps}
 * @param worldSize number of ranks of the run; at least the number of ranks read
 * @param withoutRank number of ledgers that are left out, because they lack the rank that others have
 * @param pooledRows number of rows that are left out, because they stand for several steps
 */
public record FleetLedgers(FleetSteps steps, int worldSize, int withoutRank, long pooledRows) {
    private static final int NO_RANK = -1;

    /**
     * {@return the steps of some ledgers} A rank's own times need the ledger's time in collectives.
     *
     * @param ledgers the ledgers, one or more for each rank
     * @throws IllegalArgumentException if there are more than {@link FleetSteps#MOST_RANKS} ranks
     */
    public static FleetLedgers of(List<StepLedger> ledgers) {
        boolean isRanked =
                ledgers.stream().anyMatch(ledger -> ledger.run().rank().isPresent());
        Map<Integer, List<StepLedger>> byRank = new TreeMap<>();
        for (int i = 0; i < ledgers.size(); i++) {
            int rank = isRanked ? ledgers.get(i).run().rank().orElse(NO_RANK) : i;
            byRank.computeIfAbsent(rank, any -> new ArrayList<>()).add(ledgers.get(i));
        }
        List<StepLedger> withoutRank = byRank.getOrDefault(NO_RANK, List.of());
        byRank.remove(NO_RANK);
        byRank.values()
                .forEach(each -> each.sort(
                        Comparator.comparingLong(ledger -> ledger.run().start().epochNanos())));
        List<RankPlace> places = new ArrayList<>();
        byRank.forEach((rank, each) ->
                places.add(place(rank, each.get(each.size() - 1).run())));
        FleetSteps steps = new FleetSteps(places, numbers(byRank.values()));
        int index = 0;
        for (List<StepLedger> each : byRank.values()) {
            for (StepLedger ledger : each) {
                fill(steps, index, ledger);
            }
            index++;
        }
        int world = ledgers.stream()
                .mapToInt(ledger -> ledger.run().worldSize())
                .max()
                .orElse(0);
        return new FleetLedgers(
                steps,
                Math.max(world, byRank.size()),
                withoutRank.size(),
                ledgers.stream().mapToLong(FleetLedgers::pooled).sum());
    }

    private static RankPlace place(int rank, LedgerRun run) {
        return new RankPlace(
                rank,
                run.process().host(),
                position(run, Parallelism.PIPELINE),
                position(run, Parallelism.DATA),
                position(run, Parallelism.TENSOR),
                position(run, Parallelism.EXPERT),
                run.place().labels());
    }

    private static int position(LedgerRun run, Parallelism parallelism) {
        return run.place().position(parallelism).orElse(RankPlace.UNKNOWN);
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
