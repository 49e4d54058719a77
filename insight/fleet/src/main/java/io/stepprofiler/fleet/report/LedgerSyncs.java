package io.stepprofiler.fleet.report;

import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.LedgerSource;
import io.stepprofiler.fleet.RankLedgers;
import io.stepprofiler.fleet.sync.FleetSyncs;
import io.stepprofiler.fleet.sync.RankSync;
import io.stepprofiler.fleet.sync.SyncProblem;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepSyncs;
import io.stepprofiler.ledger.SyncGroup;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Collectives of the ledgers of a run. The times of a host are its monotonic clock plus one difference to its wall
 * clock, so that the ranks of a host share a clock even if their processes started at different times.
 */
final class LedgerSyncs {
    /** Most parts of ranks, which take about 0.6 GB; the parts of the latest steps are kept. */
    static final long MOST_PARTS = 16_000_000;

    /** Differences of the clocks of two processes, above which their monotonic clocks have other origins. */
    private static final long SAME_ORIGIN_NANOS = 1_000_000_000;

    private static final int NONE = -1;

    /** A use of each part of a rank in a collective. */
    private interface Use {
        /**
         * Uses a part.
         *
         * @param step index of its step
         * @param rank index of its rank
         * @param sync index of the collective
         * @param offset difference of the host's time to the time of the collectives
         */
        void part(int step, int rank, StepSyncs syncs, int sync, long offset);
    }

    private final FleetSteps steps;
    private final RankLedgers ranks;
    private final long most;
    private final long[] numbers;
    private final Map<String, Long> hosts = new HashMap<>();

    private LedgerSyncs(FleetSteps steps, RankLedgers ranks, long most) {
        this.steps = steps;
        this.ranks = ranks;
        this.most = most;
        numbers = steps.numbers();
    }

    /**
     * Returns the collectives; empty unless two ranks have some in the steps.
     *
     * @param steps steps of the ranks
     * @param ranks their ledgers
     */
    static Optional<FleetSyncs> of(FleetSteps steps, RankLedgers ranks) {
        return of(steps, ranks, MOST_PARTS);
    }

    /** Returns the collectives of the latest steps whose parts are at most a number. */
    static Optional<FleetSyncs> of(FleetSteps steps, RankLedgers ranks, long most) {
        return new LedgerSyncs(steps, ranks, most).read();
    }

    private Optional<FleetSyncs> read() {
        long[] parts = new long[numbers.length];
        BitSet recorded = new BitSet();
        Set<SyncGroup> groups = new HashSet<>();
        each((step, rank, syncs, sync, offset) -> {
            parts[step]++;
            recorded.set(rank);
            groups.add(syncs.group(sync));
        });
        if (recorded.cardinality() < 2) {
            return Optional.empty();
        }
        int from = parts.length;
        for (long room = most; from > 0 && parts[from - 1] <= room; from--) {
            room -= parts[from - 1];
        }
        int first = from;
        FleetSyncs all = new FleetSyncs(steps, ranks.worldSize(), groups);
        all.leaveOut(SyncProblem.NO_ROOM, Arrays.stream(parts, 0, first).sum());
        each((step, rank, syncs, sync, offset) -> {
            // A file that is read again may have grown by groups that were not there before.
            if (step >= first && groups.contains(syncs.group(sync))) {
                all.add(
                        step,
                        new RankSync(
                                rank,
                                all.index(syncs.group(sync)),
                                syncs.kind(sync),
                                (int) Math.min(syncs.number(sync), Integer.MAX_VALUE),
                                syncs.bytes(sync),
                                syncs.arrivalNanos(sync) + offset,
                                syncs.endNanos(sync) + offset));
            }
        });
        return Optional.of(all);
    }

    private void each(Use use) {
        for (int rank = 0; rank < ranks.ledgers().size(); rank++) {
            List<LedgerSource> sources = ranks.ledgers().get(rank);
            if (sources.stream().allMatch(source -> source.collectives() == 0)) {
                continue;
            }
            List<StepLedger> ledgers =
                    sources.stream().map(source -> source.content().get()).toList();
            int[] latest = latest(ledgers);
            for (int i = 0; i < ledgers.size(); i++) {
                long offset = offset(ledgers.get(i).run());
                StepSyncs syncs = ledgers.get(i).syncs();
                for (int sync = 0; sync < syncs.size(); sync++) {
                    int step = Arrays.binarySearch(numbers, syncs.step(sync));
                    if (step >= 0 && latest[step] == i) {
                        use.part(step, rank, syncs, sync, offset);
                    }
                }
            }
        }
    }

    /** Returns for each step the index of the latest process that has it. */
    private int[] latest(List<StepLedger> ledgers) {
        int[] latest = new int[numbers.length];
        Arrays.fill(latest, NONE);
        for (int i = 0; i < ledgers.size(); i++) {
            StepLedger ledger = ledgers.get(i);
            for (int row = 0; row < ledger.size(); row++) {
                int step = Arrays.binarySearch(numbers, ledger.number(row));
                if (step >= 0 && ledger.steps(row) == 1) {
                    latest[step] = i;
                }
            }
        }
        return latest;
    }

    /** Returns the difference from the monotonic clock of a process to the time of its host. */
    private long offset(LedgerRun run) {
        long own = run.start().epochNanos() - run.start().monotonicNanos();
        long ofHost = run.process().host().isEmpty()
                ? own
                : hosts.computeIfAbsent(run.process().host(), any -> own);
        return Math.abs(own - ofHost) < SAME_ORIGIN_NANOS ? ofHost : own;
    }
}
