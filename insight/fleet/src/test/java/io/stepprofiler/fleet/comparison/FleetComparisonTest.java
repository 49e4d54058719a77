package io.stepprofiler.fleet.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.ReadSteps;
import io.stepprofiler.fleet.SimulatedFleet;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.fleet.ranks.EvidenceLevel;
import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import io.stepprofiler.ledger.StepValue;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FleetComparisonTest {
    private static final long MILLI = 1_000_000;

    private static FleetComparison comparison(SimulatedFleet fleet) {
        return comparison(fleet.steps());
    }

    private static FleetComparison comparison(TiledSteps steps) {
        return FleetComparison.of(steps, steps.places().size());
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8, 64, 500})
    void healthyRanks_haveNoStragglers(int ranks) {
        for (int seed = 0; seed < 10; seed++) {
            FleetComparison comparison = comparison(new SimulatedFleet(ranks, 100, 0.02, seed));

            assertThat(comparison.stragglers()).isEmpty();
            assertThat(comparison.stage()).isEmpty();
            assertThat(comparison.abstentions()).isEmpty();
            assertThat(comparison.extent().evidence()).isEqualTo(EvidenceLevel.OWN_TIMES);
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 0.3", "4, 0.2", "8, 0.1", "64, 0.06", "1000, 0.05"})
    void slowRank_isFound(int ranks, double part) {
        FleetComparison comparison = comparison(new SimulatedFleet(ranks, 200, 0.02, ranks).slow(2, part));

        assertThat(comparison.stragglers()).singleElement().satisfies(straggler -> {
            assertThat(straggler.level()).isEqualTo(PlaceLevel.RANK);
            assertThat(straggler.name()).isEqualTo("2");
            assertThat(straggler.certainty()).isEqualTo(Straggler.Certainty.SURE);
            assertThat(straggler.excess()).isCloseTo(part, within(0.02));
        });
    }

    @Test
    void slowRank_thatAllWaitFor_isAWarning() {
        Straggler straggler = comparison(new SimulatedFleet(64, 100, 0.01, 1).slow(2, 0.2))
                .stragglers()
                .get(0);

        assertThat(straggler.isWarning()).isTrue();
        assertThat(straggler.recurrence()).isGreaterThan(0.9);
        assertThat(straggler.gainNanos()).isBetween(15 * MILLI, 20 * MILLI);
    }

    @Test
    void slowRank_ofFewSteps_isSuspected() {
        Straggler straggler = comparison(new SimulatedFleet(64, 12, 0.01, 1).slow(2, 0.2))
                .stragglers()
                .get(0);

        assertThat(straggler.certainty()).isEqualTo(Straggler.Certainty.SUSPECTED);
        assertThat(straggler.isWarning()).isFalse();
    }

    @Test
    void slowHost_isNamedOnceForItsRanks() {
        SimulatedFleet fleet = new SimulatedFleet(256, 100, 0.01, 1);
        IntStream.range(80, 88).forEach(rank -> fleet.slow(rank, 0.1));

        List<Straggler> stragglers = comparison(fleet).stragglers();

        assertThat(stragglers.get(0).level()).isEqualTo(PlaceLevel.HOST);
        assertThat(stragglers.get(0).name()).isEqualTo("h10");
        assertThat(stragglers.get(0).ranks()).containsExactly(80, 81, 82, 83, 84, 85, 86, 87);
        assertThat(stragglers.get(0).gainNanos()).isGreaterThan(5 * MILLI);
        assertThat(stragglers.subList(1, stragglers.size()))
                .allSatisfy(rank -> assertThat(rank.partOf()).isEqualTo("h10"))
                .noneMatch(Straggler::isWarning);
    }

    @Test
    void slowRack_containsItsHosts() {
        SimulatedFleet fleet = new SimulatedFleet(
                256,
                100,
                0.01,
                1,
                rank -> new RankPlace(rank, "h" + rank / 8, 0, rank, 0, 0, Map.of("rack", "r" + rank / 32)));
        IntStream.range(64, 96).forEach(rank -> fleet.slow(rank, 0.1));

        List<Straggler> stragglers = comparison(fleet).stragglers();

        assertThat(stragglers.get(0).level()).isEqualTo(PlaceLevel.RACK);
        assertThat(stragglers.get(0).name()).isEqualTo("r2");
        assertThat(stragglers.subList(1, stragglers.size()))
                .allSatisfy(part -> assertThat(part.partOf()).isNotEmpty());
    }

    @Test
    void slowStage_isNamedAndIsNoStraggler() {
        SimulatedFleet fleet = new SimulatedFleet(
                64, 100, 0.01, 1, rank -> new RankPlace(rank, "h" + rank / 8, rank / 16, rank % 16, 0, 0, Map.of()));
        IntStream.range(48, 64).forEach(rank -> fleet.slow(rank, 0.6));

        FleetComparison comparison = comparison(fleet);

        assertThat(comparison.stragglers()).isEmpty();
        assertThat(comparison.stage()).hasValueSatisfying(stage -> {
            assertThat(stage.stage()).isEqualTo(3);
            assertThat(stage.isLast()).isTrue();
            assertThat(stage.severity()).isEqualTo(Severity.WARNING);
            assertThat(stage.excess()).isCloseTo(0.45 / 1.15, within(0.02));
        });
        assertThat(comparison.account())
                .hasValueSatisfying(account -> assertThat(
                                (double) account.part(WasteKind.STAGE).nanos() / account.wasteNanos())
                        .isGreaterThan(0.9));
    }

    @ParameterizedTest
    @CsvSource({
        "PAUSE_NANOS, 18000000, 0, PAUSES",
        "INPUT_WAIT_NANOS, 19000000, 0, INPUT",
        "LOCK_PARK_NANOS, 19000000, 0, LOCKS",
        "IO_NANOS, 19000000, 0, FILES",
        "BATCH, 13, 20000000, DATA",
        "BATCH, 0, 20000000, WORK",
        "BATCH, 0, 0, MACHINE",
        "BATCH, 0, 10000000, SEVERAL"
    })
    void cause_isTheLargestExcessOverThePeers(StepValue column, long more, long processor, ExcessCause cause) {
        SimulatedFleet fleet = new SimulatedFleet(64, 100, 0.005, 1)
                .slow(7, 0.2)
                .values(StepValue.CPU_NANOS, 90 * MILLI)
                .value(StepValue.CPU_NANOS, 7, 90 * MILLI + processor)
                .values(column, 64)
                .value(column, 7, 64 + more);

        assertThat(comparison(fleet).stragglers())
                .singleElement()
                .satisfies(straggler -> assertThat(straggler.cause()).isEqualTo(cause));
    }

    @Test
    void cause_withoutColumns_isUnknown() {
        assertThat(comparison(new SimulatedFleet(64, 100, 0.005, 1).slow(7, 0.2))
                        .stragglers())
                .singleElement()
                .satisfies(straggler -> assertThat(straggler.cause()).isEqualTo(ExcessCause.UNKNOWN));
    }

    /** Pauses of 60 ms in every eighth step of a rank, which its median step does not show. */
    private static SimulatedFleet pausing(SimulatedFleet fleet, int rank, int first) {
        for (int step = first; step < 80; step += 8) {
            fleet.slow(rank, step, step + 1, 0.6);
            fleet.value(StepValue.PAUSE_NANOS, rank, step, 60 * MILLI);
        }
        return fleet;
    }

    @Test
    void pausesOfARank_inFewOfItsSteps_areFound() {
        SimulatedFleet fleet = new SimulatedFleet(8, 80, 0.01, 1).values(StepValue.PAUSE_NANOS, 0);

        List<Straggler> stragglers = comparison(pausing(fleet, 5, 3)).stragglers();

        assertThat(stragglers).hasSize(1);
        assertThat(stragglers.get(0).name()).isEqualTo("5");
        assertThat(stragglers.get(0).cause()).isEqualTo(ExcessCause.PAUSES);
        assertThat((double) stragglers.get(0).excessNanos()).isCloseTo(7.5 * MILLI, within(2.0 * MILLI));
        assertThat(stragglers.get(0).isWarning()).isTrue();
    }

    @Test
    void pausesOfAllRanks_areOfNoSlowRank() {
        SimulatedFleet fleet = new SimulatedFleet(8, 80, 0.01, 1).values(StepValue.PAUSE_NANOS, 0);
        IntStream.range(0, 8).forEach(rank -> pausing(fleet, rank, rank));

        assertThat(comparison(fleet).stragglers()).isEmpty();
    }

    @Test
    void pauses_ofManyRanks_costMoreThanOnesOwn() {
        SimulatedFleet fleet = new SimulatedFleet(100, 100, 0.005, 1).values(StepValue.PAUSE_NANOS, 0);
        for (int rank = 0; rank < 100; rank++) {
            fleet.value(StepValue.PAUSE_NANOS, rank, rank, 50 * MILLI);
        }

        assertThat(comparison(fleet).pauses()).contains(new FleetPauses(50 * MILLI, MILLI / 2, 0, 0.01, 1));
    }

    @Test
    void equalSteps_withoutMarkedCollectives_giveAnAbstention() {
        FleetComparison comparison =
                comparison(new SimulatedFleet(4, 100, 0.01, 1).slow(2, 0.5).steps(false));

        assertThat(comparison.abstentions()).containsExactly(Abstention.UNMARKED_COLLECTIVES);
        assertThat(comparison.account()).isEmpty();
        assertThat(comparison.stragglers()).isEmpty();
        assertThat(comparison.extent().evidence()).isEqualTo(EvidenceLevel.STEP_TIMES);
    }

    @Test
    void unequalSteps_withoutMarkedCollectives_areCompared() {
        TiledSteps steps = new SimulatedFleet(16, 100, 0.01, 1).slow(2, 0.5).steps();
        for (int rank = 0; rank < 16; rank++) {
            for (int step = 0; step < 100; step++) {
                steps.set(rank, step, ReadSteps.ownNanos(steps, rank, step), FleetSteps.UNKNOWN);
            }
        }

        FleetComparison comparison = comparison(steps);

        assertThat(comparison.extent().evidence()).isEqualTo(EvidenceLevel.STEP_TIMES);
        assertThat(comparison.stragglers()).extracting(Straggler::name).containsExactly("2");
    }

    @Test
    void fewSteps_giveAnAbstention() {
        assertThat(comparison(new SimulatedFleet(8, 7, 0.01, 1)).abstentions()).containsExactly(Abstention.FEW_STEPS);
    }

    @Test
    void oneRank_givesAnAbstention() {
        assertThat(comparison(new SimulatedFleet(1, 50, 0.01, 1)).abstentions()).containsExactly(Abstention.FEW_RANKS);
    }

    @Test
    void fewPeers_giveAnAbstentionOfTheTestOnly() {
        FleetComparison comparison = comparison(new SimulatedFleet(
                8, 32, 0.01, 1, rank -> new RankPlace(rank, "", rank % 4, rank / 4, 0, 0, Map.of())));

        assertThat(comparison.abstentions()).containsExactly(Abstention.FEW_PEERS);
        assertThat(comparison.extent().untestedRanks()).isEqualTo(8);
        assertThat(comparison.account()).isPresent();
    }

    @Test
    void missingSteps_areNotFast() {
        TiledSteps steps = new SimulatedFleet(64, 100, 0.01, 1).slow(2, 0.1).steps();
        for (int step = 0; step < 100; step += 5) {
            for (int rank = 10; rank < 20; rank++) {
                steps.set(rank, step, FleetSteps.UNKNOWN, FleetSteps.UNKNOWN);
            }
        }

        FleetComparison comparison = comparison(steps);

        assertThat(comparison.extent().ranks()).isEqualTo(64);
        assertThat(comparison.stragglers()).extracting(Straggler::name).containsExactly("2");
    }

    @Test
    void missingRanksAndSteps_areCounted() {
        TiledSteps steps = new SimulatedFleet(8, 50, 0.01, 1).steps();
        for (int rank = 1; rank < 8; rank++) {
            steps.set(rank, 49, FleetSteps.UNKNOWN, FleetSteps.UNKNOWN);
        }

        FleetComparison comparison = FleetComparison.of(steps, 10);

        assertThat(comparison.extent().missingRanks()).isEqualTo(2);
        assertThat(comparison.extent().missingSteps()).isEqualTo(1);
        assertThat(comparison.extent().steps()).isEqualTo(49);
    }

    @Test
    void longBatches_makeLongSteps() {
        SimulatedFleet fleet = new SimulatedFleet(16, 100, 0.005, 1);
        SplittableRandom random = new SplittableRandom(1);
        for (int rank = 0; rank < 16; rank++) {
            for (int step = 0; step < 100; step++) {
                int more = random.nextInt(300);
                fleet.slow(rank, step, step + 1, more / 1000.0).value(StepValue.BATCH, rank, step, 1000 + more);
            }
        }

        FleetComparison comparison = comparison(fleet);

        assertThat(comparison.lengths()).hasValueSatisfying(lengths -> {
            assertThat(lengths.correlation()).isGreaterThan(0.95);
            assertThat(lengths.ranks()).isEqualTo(16);
        });
        assertThat(comparison.account())
                .hasValueSatisfying(account -> assertThat(account.isRotating()).isTrue());
        assertThat(comparison.stragglers()).isEmpty();
    }

    @Test
    void batches_withoutAnEffectOnTheTime_areNoCause() {
        SimulatedFleet fleet = new SimulatedFleet(16, 100, 0.05, 1);
        SplittableRandom random = new SplittableRandom(1);
        for (int rank = 0; rank < 16; rank++) {
            for (int step = 0; step < 100; step++) {
                fleet.value(StepValue.BATCH, rank, step, 1000 + random.nextInt(300));
            }
        }

        assertThat(comparison(fleet).lengths()).isEmpty();
    }

    @Test
    void sameSteps_giveTheSameResult() {
        assertThat(comparison(new SimulatedFleet(100, 50, 0.02, 5).slow(3, 0.1)))
                .isEqualTo(comparison(new SimulatedFleet(100, 50, 0.02, 5).slow(3, 0.1)));
    }

    @Test
    void slowHost_whoseRanksAreTheLastInTurn_isNotTakenForData() {
        SimulatedFleet fleet = new SimulatedFleet(64, 200, 0.01, 1);
        for (int rank = 40; rank < 48; rank++) {
            fleet.slow(rank, 0.08);
        }
        for (int step = 0; step < 200; step += 4) {
            fleet.slow(step % 40, step, step + 1, 0.3);
        }
        FleetComparison comparison = FleetComparison.of(fleet.steps(), 64);
        assertThat(comparison.account()).hasValueSatisfying(account -> {
            assertThat(account.stability()).isLessThan(0.2);
            assertThat(account.part(WasteKind.JITTER).nanos()
                            + account.part(WasteKind.EVENTS).nanos())
                    .isGreaterThan(account.wasteNanos() * 3 / 10);
            assertThat(account.isRotating()).isFalse();
        });
    }
}
