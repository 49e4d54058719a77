package io.stepprofiler.fleet.report;

import io.stepprofiler.fleet.FleetLedgers;
import io.stepprofiler.fleet.LedgerSource;
import io.stepprofiler.fleet.RankLedgers;
import io.stepprofiler.fleet.SharedRank;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.sync.FleetSyncs;
import io.stepprofiler.fleet.sync.FleetWaits;
import io.stepprofiler.ledger.StepLedger;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Comparison of the ranks of a run, with the data that it is from. The order of the ledgers has no effect.
 *
 * @param read the steps of the ledgers, with the own times that the waits give
 * @param comparison comparison of the ranks
 * @param waits waits of the ranks for each other; empty unless two ranks recorded collectives of the steps
 * @param unread files that are no readable ledgers, by path
 * @param parts median time of a step in each part by its name, for each rank; empty if only ledgers are known
 */
public record FleetReport(
        FleetLedgers read,
        FleetComparison comparison,
        Optional<FleetWaits> waits,
        List<UnreadLedger> unread,
        Map<Integer, Map<String, Long>> parts) {
    /** Copies and sorts the list. */
    public FleetReport {
        parts = Map.copyOf(parts);
        unread = unread.stream()
                .sorted(Comparator.comparing(UnreadLedger::path).thenComparing(UnreadLedger::reason))
                .toList();
    }

    /**
     * {@return the report of the ledgers of a run}
     *
     * @param ledgers the ledgers, one or more for each rank
     * @param unread files that are no readable ledgers
     * @throws IllegalArgumentException if there are more ranks or groups of ranks than a fleet may have
     */
    public static FleetReport of(List<StepLedger> ledgers, List<UnreadLedger> unread) {
        List<LedgerSource> sources =
                ledgers.stream().map(each -> LedgerSource.of(each, () -> each)).toList();
        return of(RankLedgers.of(sources, UnaryOperator.identity()), unread);
    }

    /**
     * {@return the report of the ledgers of a run}
     *
     * @param ranks the ledgers by rank
     * @param unread files that are no readable ledgers
     * @throws IllegalArgumentException if there are more ranks or groups of ranks than a fleet may have
     */
    public static FleetReport of(RankLedgers ranks, List<UnreadLedger> unread) {
        return of(ranks, FleetLedgers.of(ranks), unread);
    }

    /**
     * {@return the report of the ledgers of a run}
     *
     * @param ranks the ledgers by rank
     * @param read their steps
     * @param unread files that are no readable ledgers
     */
    public static FleetReport of(RankLedgers ranks, FleetLedgers read, List<UnreadLedger> unread) {
        return of(read, LedgerSyncs.of(read.steps(), ranks), unread, ranks.shared());
    }

    /**
     * {@return the report of steps and collectives} Takes time proportional to ranks times steps, times the logarithm of
     * the ranks.
     *
     * @param read the steps; unknown own times are set from the collectives
     * @param syncs the collectives; empty unless two ranks recorded some
     * @param unread files that are no readable ledgers
     */
    public static FleetReport of(FleetLedgers read, Optional<FleetSyncs> syncs, List<UnreadLedger> unread) {
        return of(read, syncs, unread, List.of());
    }

    private static FleetReport of(
            FleetLedgers read, Optional<FleetSyncs> syncs, List<UnreadLedger> unread, List<SharedRank> shared) {
        Optional<FleetWaits> waits = syncs.map(each -> FleetWaits.of(read.steps(), each));
        FleetComparison compared = FleetComparison.of(read.steps(), read.worldSize(), shared);
        return new FleetReport(read, compared, waits, unread, Map.of());
    }

    /**
     * {@return this report with the parts of steps}
     *
     * @param others median time of a step in each part by its name, for each rank
     */
    public FleetReport withParts(Map<Integer, Map<String, Long>> others) {
        return new FleetReport(read, comparison, waits, unread, others);
    }
}
