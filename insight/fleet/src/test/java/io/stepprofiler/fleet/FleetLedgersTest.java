package io.stepprofiler.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetLedgersTest {
    @TempDir
    private Path directory;

    /** A process with steps of 100 ns from a number on. */
    private StepLedger ledger(String host, long start, int rank, int world, int from, int steps) throws IOException {
        LedgerFile file = new LedgerFile(host, start, rank, world);
        for (int step = from; step < from + steps; step++) {
            file.row(step, 1, 100);
        }
        return file.read(directory);
    }

    private static FleetLedgers fleet(List<StepLedger> ledgers) {
        return FleetLedgers.of(ranks(ledgers));
    }

    private static RankLedgers ranks(List<StepLedger> ledgers) {
        return RankLedgers.of(
                ledgers.stream().map(each -> LedgerSource.of(each, () -> each)).toList(), UnaryOperator.identity());
    }

    @Test
    void ranks_areSortedByNumberAndStepsAreCommon() throws IOException {
        FleetLedgers fleet =
                fleet(List.of(ledger("b", 1, 2, 4, 10, 5), ledger("a", 2, 0, 4, 11, 5), ledger("c", 3, 3, 4, 12, 1)));

        assertThat(fleet.steps().places()).extracting(RankPlace::rank).containsExactly(0, 2, 3);
        assertThat(fleet.steps().places()).extracting(RankPlace::host).containsExactly("a", "b", "c");
        assertThat(fleet.steps().numbers()).containsExactly(11, 12, 13, 14);
        assertThat(ReadSteps.durationNanos(fleet.steps(), 0, 1)).isEqualTo(100);
        assertThat(ReadSteps.durationNanos(fleet.steps(), 2, 0)).isEqualTo(FleetSteps.UNKNOWN);
        assertThat(fleet.worldSize()).isEqualTo(4);
    }

    @Test
    void ownTime_isTheDurationWithoutCommunication() throws IOException {
        FleetLedgers fleet = fleet(List.of(new LedgerFile("a", 1, 0, 1)
                .row(1, 1, 100)
                .row(2, 1, 100)
                .row(3, 1, 100)
                .values(StepValue.COMMUNICATION_NANOS, 30L, -1L, 120L)
                .values(StepValue.BATCH, 32L, 31L, -1L)
                .read(directory)));

        assertThat(ReadSteps.ownNanos(fleet.steps(), 0, 0)).isEqualTo(70);
        assertThat(ReadSteps.ownNanos(fleet.steps(), 0, 1)).isEqualTo(FleetSteps.UNKNOWN);
        assertThat(ReadSteps.ownNanos(fleet.steps(), 0, 2)).isZero();
        assertThat(ReadSteps.value(fleet.steps(), StepValue.BATCH, 0, 1)).isEqualTo(31);
        assertThat(ReadSteps.value(fleet.steps(), StepValue.BATCH, 0, 2)).isEqualTo(FleetSteps.UNKNOWN);
    }

    @Test
    void restartedRank_hasTheStepsOfBothProcesses() throws IOException {
        StepLedger later =
                new LedgerFile("b", 20, 0, 1).row(3, 1, 50).row(4, 1, 50).read(directory);

        FleetLedgers fleet = fleet(List.of(
                later,
                new LedgerFile("a", 10, 0, 1)
                        .row(2, 1, 100)
                        .row(3, 1, 100)
                        .values(StepValue.BATCH, 32L, 32L)
                        .read(directory)));

        assertThat(fleet.steps().numbers()).containsExactly(2, 3, 4);
        assertThat(ReadSteps.durationNanos(fleet.steps(), 0, 0)).isEqualTo(100);
        assertThat(ReadSteps.durationNanos(fleet.steps(), 0, 1)).isEqualTo(50);
        assertThat(ReadSteps.value(fleet.steps(), StepValue.BATCH, 0, 1)).isEqualTo(FleetSteps.UNKNOWN);
        assertThat(fleet.steps().places()).extracting(RankPlace::host).containsExactly("b");
    }

    @Test
    void twoProcessesOfARank_atTheSameTime_areNamedByTheirFilesAndLeftOut() throws IOException {
        long second = 1_000_000_000;
        RankLedgers ranks = ranks(List.of(
                new LedgerFile("b", 20, 0, 2).row(0, 1, 4 * second).read(directory),
                new LedgerFile("a", 10, 0, 2).row(0, 1, 3 * second).read(directory),
                new LedgerFile("a", 10, 1, 2).row(0, 1, 3 * second).read(directory),
                new LedgerFile("c", 4 * second, 1, 2).row(1, 1, 3 * second).read(directory)));

        assertThat(ranks.shared()).containsExactly(new SharedRank(0, List.of("a_0.10.steps", "b_0.20.steps")));
        assertThat(ranks.ledgers().get(0)).isEmpty();
        assertThat(ranks.ledgers().get(1)).hasSize(2);
    }

    @Test
    void rowsOfSeveralSteps_areLeftOutAndCounted() throws IOException {
        FleetLedgers fleet = fleet(List.of(
                new LedgerFile("a", 1, 0, 1).row(0, 2, 200).row(2, 1, 100).read(directory)));

        assertThat(fleet.steps().numbers()).containsExactly(2);
        assertThat(fleet.pooledRows()).isEqualTo(1);
    }

    @Test
    void ledgerWithoutARank_amongOthersWithOne_isLeftOut() throws IOException {
        FleetLedgers fleet = fleet(List.of(ledger("a", 1, 0, 2, 0, 3), ledger("b", 2, -1, 0, 0, 3)));

        assertThat(fleet.steps().places()).hasSize(1);
        assertThat(fleet.withoutRank()).isEqualTo(1);
    }

    @Test
    void ledgersWithoutRanks_areNumberedInOrder() throws IOException {
        FleetLedgers fleet = fleet(List.of(ledger("a", 1, -1, 0, 0, 3), ledger("b", 2, -1, 0, 0, 3)));

        assertThat(fleet.steps().places()).extracting(RankPlace::rank).containsExactly(0, 1);
        assertThat(fleet.worldSize()).isEqualTo(2);
    }

    @Test
    void noLedgers_giveNoSteps() {
        assertThat(fleet(List.of()).steps().places()).isEmpty();
    }

    @Test
    void stepsOfHours_areLeftOut() throws IOException {
        FleetLedgers fleet = fleet(List.of(new LedgerFile("a", 1, 0, 1)
                .row(1, 1, FleetSteps.MOST_FIGURE + 1)
                .row(2, 1, 100)
                .read(directory)));

        assertThat(fleet.steps().numbers()).containsExactly(2);
    }

    @Test
    void gaps_leaveTheStepsThatHalfOfTheRanksHave() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        for (int trial = 0; trial < 20; trial++) {
            int ranks = random.nextInt(1, 6);
            List<StepLedger> ledgers = new ArrayList<>();
            Map<Long, Set<Integer>> having = new TreeMap<>();
            for (int rank = 0; rank < ranks; rank++) {
                for (int process = 0; process < 2; process++) {
                    LedgerFile file = new LedgerFile("h", 1 + process, rank, ranks);
                    for (long step = random.nextInt(5); step < 30; step += random.nextInt(1, 4)) {
                        file.row(step, 1, 100);
                        having.computeIfAbsent(step, any -> new HashSet<>()).add(rank);
                    }
                    ledgers.add(file.read(directory));
                }
            }

            assertThat(fleet(ledgers).steps().numbers())
                    .containsExactly(having.entrySet().stream()
                            .filter(step -> 2 * step.getValue().size() >= ranks)
                            .mapToLong(Map.Entry::getKey)
                            .toArray());
        }
    }
}
