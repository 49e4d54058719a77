package io.stepprofiler.fleet.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.fleet.FleetLedgers;
import io.stepprofiler.fleet.LedgerFile;
import io.stepprofiler.fleet.LedgerSource;
import io.stepprofiler.fleet.RankLedgers;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.fleet.sync.FleetWaits;
import io.stepprofiler.fleet.sync.SyncProblem;
import io.stepprofiler.ledger.StepLedger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetReportTest {
    private static final long MILLI = 1_000_000;
    private static final long DAY = 86_400_000 * MILLI;
    private static final int HOSTS = 4;
    private static final int RANKS = 2 * HOSTS;
    private static final int STEPS = 40;

    @TempDir
    private Path directory;

    /**
     * Ledgers of ranks that reduce at the end of each step, which lasts 100 ms. The monotonic clocks of the hosts have
     * different origins, and their wall clocks are wrong by up to half a second. The processes of a host started up to a
     * second apart, while its wall clock moved by a millisecond.
     */
    private List<StepLedger> ledgers(int late) throws IOException {
        Random random = new Random(3);
        long[] arrivals = new long[RANKS];
        List<LedgerFile> files = new ArrayList<>();
        long[] origins = random.longs(HOSTS, 0, DAY).toArray();
        long[] wrong = random.longs(HOSTS, -500 * MILLI, 500 * MILLI).toArray();
        for (int rank = 0; rank < RANKS; rank++) {
            int host = rank / 2;
            long start = random.nextLong(1_000 * MILLI);
            files.add(new LedgerFile("host" + host, 20_000 * DAY + start + wrong[host] + rank % 2 * MILLI, rank, RANKS)
                    .monotonic(origins[host] + start));
        }
        for (int step = 0; step < STEPS; step++) {
            long begin = (2_000 + step * 100) * MILLI;
            for (int rank = 0; rank < RANKS; rank++) {
                arrivals[rank] = begin + 80 * MILLI + Math.round(MILLI / 2 * random.nextGaussian());
            }
            arrivals[late] += 10 * MILLI;
            long end = begin + 95 * MILLI;
            for (int rank = 0; rank < RANKS; rank++) {
                long origin = origins[rank / 2];
                files.get(rank)
                        .row(step, 1, 100 * MILLI)
                        .reduce(step, 4096, origin + arrivals[rank], origin + end + random.nextInt(1_000));
            }
        }
        List<StepLedger> ledgers = new ArrayList<>();
        for (LedgerFile file : files) {
            ledgers.add(file.read(directory));
        }
        return ledgers;
    }

    @Test
    void lateRank_behindWrongClocks_isTheStraggler() throws IOException {
        FleetReport report = FleetReport.of(ledgers(5), List.of());
        assertThat(report.comparison().extent().evidence()).isEqualTo(EvidenceLevel.OWN_TIMES);
        assertThat(report.comparison().stragglers())
                .singleElement()
                .satisfies(rank -> assertThat(rank.name()).isEqualTo("5"));
        FleetWaits waits = report.waits().orElseThrow();
        assertThat(waits.collectives()).isEqualTo(STEPS);
        assertThat(waits.leftOut()).isEmpty();
        assertThat(waits.clocks().parts()).hasSize(1);
        assertThat(waits.clocks().clocks())
                .allSatisfy(clock -> assertThat(clock.sigmaNanos()).isLessThan(2_000));
        long caused = waits.ranks().get(5).causedNanos();
        assertThat((double) caused)
                .isGreaterThan(0.9
                        * waits.ranks().stream()
                                .mapToLong(rank -> rank.parts().waitNanos())
                                .sum());
    }

    @Test
    void orderOfLedgers_hasNoEffect() throws IOException {
        List<StepLedger> ledgers = new ArrayList<>(ledgers(2));
        FleetReport first = FleetReport.of(ledgers, List.of());
        Collections.shuffle(ledgers, new Random(1));
        FleetReport second = FleetReport.of(ledgers, List.of());
        assertThat(second.comparison()).isEqualTo(first.comparison());
        assertThat(second.waits()).isEqualTo(first.waits());
    }

    @Test
    void collectivesOverTheLimit_areLeftOutFromTheOldestStepsAndCounted() throws IOException {
        RankLedgers ranks = RankLedgers.of(
                ledgers(5).stream()
                        .map(each -> LedgerSource.of(each, () -> each))
                        .toList(),
                UnaryOperator.identity());
        FleetLedgers read = FleetLedgers.of(ranks);
        FleetWaits waits = FleetWaits.of(
                read.steps(),
                LedgerSyncs.of(read.steps(), ranks, 10 * RANKS + 3).orElseThrow());
        assertThat(waits.collectives()).isEqualTo(10);
        assertThat(waits.leftOut()).isEqualTo(Map.of(SyncProblem.NO_ROOM, (STEPS - 10L) * RANKS));
        assertThat(waits.ranks()).allSatisfy(rank -> assertThat(rank.steps()).isEqualTo(10));
    }

    @Test
    void collectiveOfAnEarlierProcess_whoseStepALaterOneRepeated_doesNotCount() throws IOException {
        List<StepLedger> ledgers = List.of(
                new LedgerFile("a", 1, 0, 2)
                        .row(0, 1, 100)
                        .row(1, 1, 100)
                        .reduce(0, 8, 50, 90)
                        .reduce(1, 8, 150, 190)
                        .read(directory),
                new LedgerFile("a", 2, 0, 2).row(1, 1, 100).read(directory),
                new LedgerFile("a", 3, 1, 2)
                        .row(0, 1, 100)
                        .row(1, 1, 100)
                        .reduce(0, 8, 60, 90)
                        .reduce(1, 8, 160, 190)
                        .read(directory));
        FleetWaits waits = FleetReport.of(ledgers, List.of()).waits().orElseThrow();
        assertThat(waits.collectives()).isEqualTo(1);
        assertThat(waits.leftOut()).isEqualTo(Map.of(SyncProblem.RANK_MISSING, 1L));
    }

    @Test
    void oneRankWithCollectives_hasNoWaits() throws IOException {
        List<StepLedger> ledgers = List.of(
                new LedgerFile("a", 1, 0, 2).row(0, 1, 100).reduce(0, 8, 50, 90).read(directory),
                new LedgerFile("a", 2, 1, 2).row(0, 1, 100).read(directory));
        assertThat(FleetReport.of(ledgers, List.of()).waits()).isEmpty();
    }

    @Test
    void unreadFiles_areSortedByPath() {
        List<UnreadLedger> unread = IntStream.of(3, 1, 2)
                .mapToObj(number -> new UnreadLedger("file" + number, "damaged"))
                .toList();
        assertThat(FleetReport.of(List.of(), unread).unread())
                .extracting(UnreadLedger::path)
                .containsExactly("file1", "file2", "file3");
    }
}
