package io.stepprofiler.fleet.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.SimulatedFleet;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.fleet.ranks.ComparedSteps;
import io.stepprofiler.fleet.ranks.ExcessCause;
import io.stepprofiler.fleet.ranks.FleetGroups;
import io.stepprofiler.fleet.ranks.PlaceLevel;
import io.stepprofiler.fleet.ranks.RankSummary;
import io.stepprofiler.ledger.StepValue;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WasteAnalysisTest {
    private static final long MILLI = 1_000_000;

    private static WasteAnalysis analysis(ComparedSteps compared) {
        return new WasteAnalysis(
                compared,
                compared.byRank(rank -> RankSummary.of(rank, compared.evidence(), 4)),
                new FleetGroups(compared.places()));
    }

    private static WasteAccount account(SimulatedFleet fleet) {
        return analysis(new ComparedSteps(fleet.steps())).account();
    }

    /** Ranks of two stages and three hosts with slow ranks, events, and holes. */
    private static ComparedSteps random(SplittableRandom random) {
        int ranks = random.nextInt(2, 12);
        int steps = random.nextInt(1, 30);
        TiledSteps fleet = new TiledSteps(
                IntStream.range(0, ranks)
                        .mapToObj(rank -> new RankPlace(
                                rank,
                                "h" + random.nextInt(3),
                                random.nextInt(2),
                                -1,
                                -1,
                                -1,
                                Map.of("rack", "r" + rank / 6)))
                        .toList(),
                IntStream.range(0, steps).asLongStream().toArray());
        double holes = 0.1 * random.nextDouble();
        for (int rank = 0; rank < ranks; rank++) {
            double usual = 100 + 20 * random.nextDouble();
            for (int step = 0; step < steps; step++) {
                long own = Math.round(
                        usual + random.nextGaussian() + (random.nextInt(20) == 0 ? 50 * random.nextDouble() : 0));
                if (random.nextDouble() >= holes) {
                    fleet.set(rank, step, 200, own);
                }
            }
        }
        return new ComparedSteps(fleet);
    }

    private static List<long[]> rows(ComparedSteps compared) {
        return compared.byStep(step -> compared.evidence().nanos(step));
    }

    private static long[] known(long[] row) {
        return Arrays.stream(row).filter(nanos -> nanos >= 0).toArray();
    }

    @Test
    void parts_ofRandomFleets_addUpToTheWaste() {
        SplittableRandom random = new SplittableRandom(11);
        for (int trial = 0; trial < 300; trial++) {
            ComparedSteps compared = random(random);
            if (compared.ranks() < 2 || compared.steps() == 0) {
                continue;
            }
            long waste = 0;
            for (long[] each : rows(compared)) {
                long[] row = known(each);
                waste += Arrays.stream(row).max().orElseThrow()
                        - Arrays.stream(row).sum() / row.length;
            }

            WasteAccount account = analysis(compared).account();

            assertThat(account.wasteNanos()).isEqualTo(waste / compared.steps());
            assertThat(account.parts()).extracting(WastePart::kind).containsExactly(WasteKind.values());
            assertThat(account.parts()).extracting(WastePart::nanos).allMatch(nanos -> nanos >= 0);
            assertThat(account.parts().stream().mapToLong(WastePart::nanos).sum())
                    .isEqualTo(account.wasteNanos());
            assertThat(account.events().values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(account.part(WasteKind.EVENTS).nanos());
        }
    }

    @Test
    void gains_ofRandomFleets_areTheTimeWithoutThePlace() {
        SplittableRandom random = new SplittableRandom(12);
        for (int trial = 0; trial < 100; trial++) {
            ComparedSteps compared = random(random);
            if (compared.ranks() < 2 || compared.steps() == 0) {
                continue;
            }
            FleetGroups groups = new FleetGroups(compared.places());
            WasteAnalysis waste = analysis(compared);
            for (PlaceLevel level : PlaceLevel.values()) {
                for (int place = 0; place < groups.at(level).size(); place++) {
                    assertThat(waste.gainNanos(level, place)).isEqualTo(naiveGain(compared, groups, level, place));
                }
            }
        }
    }

    private static long naiveGain(ComparedSteps compared, FleetGroups groups, PlaceLevel level, int place) {
        long gain = 0;
        for (long[] row : rows(compared)) {
            long[] sorted = known(row);
            Arrays.sort(sorted);
            long without = sorted[(sorted.length - 1) / 2];
            for (int rank = 0; rank < row.length; rank++) {
                without = groups.at(level).members(place).contains(rank) ? without : Math.max(without, row[rank]);
            }
            gain += sorted[sorted.length - 1] - without;
        }
        return gain / compared.steps();
    }

    @Test
    void waste_ofHealthyRanks_isJitter() {
        WasteAccount account = account(new SimulatedFleet(200, 50, 0.02, 1));

        assertThat((double) account.wasteNanos() / account.ownNanos()).isBetween(0.04, 0.07);
        assertThat((double) account.part(WasteKind.JITTER).nanos() / account.wasteNanos())
                .isGreaterThan(0.7);
        assertThat(account.part(WasteKind.EVENTS).nanos()).isZero();
        assertThat(account.isRotating()).isTrue();
        assertThat(account.slowdown())
                .isCloseTo((double) account.stepNanos() / (account.stepNanos() - account.wasteNanos()), within(1e-6));
    }

    @Test
    void waste_ofASlowRank_isTheRanks() {
        WasteAccount account = account(new SimulatedFleet(16, 50, 0.005, 1).slow(11, 0.5));

        assertThat(account.part(WasteKind.RANK).name()).isEqualTo("11");
        assertThat((double) account.part(WasteKind.RANK).nanos() / account.wasteNanos())
                .isGreaterThan(0.95);
        assertThat(account.stability()).isEqualTo(1);
        assertThat(account.isRotating()).isFalse();
    }

    @Test
    void waste_ofPauses_isEventsWithThisCause() {
        SimulatedFleet fleet = new SimulatedFleet(16, 80, 0.005, 1).values(StepValue.PAUSE_NANOS, 0);
        for (int step = 0; step < 80; step++) {
            fleet.slow(step % 16, step, step + 1, 0.3).value(StepValue.PAUSE_NANOS, step % 16, step, 29 * MILLI);
        }

        WasteAccount account = account(fleet);

        assertThat(account.events()).containsOnlyKeys(ExcessCause.PAUSES);
        assertThat((double) account.part(WasteKind.EVENTS).nanos() / account.wasteNanos())
                .isGreaterThan(0.9);
        assertThat(account.isRotating()).isTrue();
    }

    @Test
    void steps_thatAreLongForAllRanks_areNoEvents() {
        SimulatedFleet fleet = new SimulatedFleet(16, 80, 0.005, 1);
        for (int rank = 0; rank < 16; rank++) {
            fleet.slow(rank, 10, 30, 0.5);
        }

        assertThat(account(fleet).part(WasteKind.EVENTS).nanos()).isZero();
    }

    @Test
    void slowRankOfSomeSteps_hasNoMoreThanItsPartOfTheWaste() {
        WasteAccount account = account(new SimulatedFleet(16, 100, 0, 1).slow(3, 0, 60, 0.5));

        assertThat(account.part(WasteKind.RANK).nanos()).isEqualTo(account.wasteNanos());
        assertThat((double) account.wasteNanos()).isCloseTo(0.6 * 50 * MILLI * 15 / 16, within(10.0));
    }
}
