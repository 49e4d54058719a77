package io.stepprofiler.fleet;

import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.Parallelism;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Step ledgers of a run by rank. Ledgers with the same rank are processes that followed each other. If no ledger has a
 * rank, each process is a rank, in the order of hosts and process ids. The order of the given ledgers has no effect. Immutable.
 *
 * @param places the ranks, by increasing number
 * @param ledgers the ledgers of each of these ranks, the earliest process first
 * @param worldSize number of ranks of the run; at least the number of ranks here
 * @param withoutRank number of ledgers that are left out, because they lack the rank that others have
 * @param shared ranks that several processes have at the same time; their ledgers are left out
 */
public record RankLedgers(
        List<RankPlace> places,
        List<List<LedgerSource>> ledgers,
        int worldSize,
        int withoutRank,
        List<SharedRank> shared) {
    private static final int NO_RANK = -1;

    private static final Comparator<LedgerRun> BY_PROCESS = Comparator.comparing(
                    (LedgerRun run) -> run.process().host())
            .thenComparing(run -> run.process().pid())
            .thenComparing(run -> run.start().epochNanos())
            .thenComparing(LedgerRun::runId);

    private static final Comparator<LedgerSource> ORDER = Comparator.comparing(
                    LedgerSource::run,
                    Comparator.comparing((LedgerRun run) -> run.start().epochNanos()))
            .thenComparing(LedgerSource::run, BY_PROCESS);

    /** Copies the lists. */
    public RankLedgers {
        places = List.copyOf(places);
        ledgers = List.copyOf(ledgers);
        shared = List.copyOf(shared);
    }

    /**
     * {@return the ledgers by rank}
     *
     * @param ledgers the ledgers, in any order
     * @param labels adds labels to the place of a rank
     */
    public static RankLedgers of(List<LedgerSource> ledgers, UnaryOperator<RankPlace> labels) {
        boolean isRanked =
                ledgers.stream().anyMatch(ledger -> ledger.run().rank().isPresent());
        List<LedgerSource> sorted = ledgers.stream()
                .sorted(Comparator.comparing(LedgerSource::run, BY_PROCESS))
                .toList();
        Map<Integer, List<LedgerSource>> byRank = new TreeMap<>();
        int process = NO_RANK;
        for (int i = 0; i < sorted.size(); i++) {
            LedgerRun run = sorted.get(i).run();
            process += i > 0 && isSameProcess(sorted.get(i - 1).run(), run) ? 0 : 1;
            int rank = isRanked ? run.rank().orElse(NO_RANK) : process;
            byRank.computeIfAbsent(rank, any -> new ArrayList<>()).add(sorted.get(i));
        }
        List<LedgerSource> withoutRank = byRank.getOrDefault(NO_RANK, List.of());
        byRank.remove(NO_RANK);
        byRank.values().forEach(each -> each.sort(ORDER));
        List<RankPlace> places = new ArrayList<>();
        byRank.forEach((rank, each) ->
                places.add(labels.apply(place(rank, each.get(each.size() - 1).run()))));
        List<SharedRank> shared = new ArrayList<>();
        byRank.forEach((rank, each) -> {
            if (isShared(each)) {
                shared.add(new SharedRank(
                        rank, each.stream().map(SharedRank::name).sorted().toList()));
                each.clear();
            }
        });
        int world = ledgers.stream()
                .mapToInt(ledger -> ledger.run().worldSize())
                .max()
                .orElse(0);
        return new RankLedgers(
                places,
                byRank.values().stream().map(List::copyOf).toList(),
                Math.max(world, byRank.size()),
                withoutRank.size(),
                shared);
    }

    private static boolean isShared(List<LedgerSource> ofRank) {
        return IntStream.range(1, ofRank.size())
                .anyMatch(i ->
                        ofRank.subList(0, i).stream().anyMatch(earlier -> SharedRank.isShared(earlier, ofRank.get(i))));
    }

    private static boolean isSameProcess(LedgerRun one, LedgerRun other) {
        return other.process().pid() > 0
                && one.process().pid() == other.process().pid()
                && one.process().host().equals(other.process().host());
    }

    private static RankPlace place(int rank, LedgerRun run) {
        return new RankPlace(
                rank,
                run.process().host(),
                position(run, Parallelism.PIPELINE),
                position(run, Parallelism.DATA),
                position(run, Parallelism.TENSOR),
                position(run, Parallelism.EXPERT),
                run.process().pid(),
                run.place().labels());
    }

    private static int position(LedgerRun run, Parallelism parallelism) {
        return run.place().position(parallelism).orElse(RankPlace.UNKNOWN);
    }
}
