package io.stepprofiler.fleet.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.ReadSteps;
import io.stepprofiler.fleet.SimulatedFleet;
import io.stepprofiler.fleet.TiledSteps;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComparedStepsTest {
    private static TiledSteps steps(int ranks, int steps) {
        return new TiledSteps(
                IntStream.range(0, ranks)
                        .mapToObj(rank -> new RankPlace(rank, ""))
                        .toList(),
                IntStream.range(0, steps).asLongStream().toArray());
    }

    private static List<long[]> rows(ComparedSteps compared) {
        return compared.byStep(step -> compared.evidence().nanos(step));
    }

    @Test
    void ownTimes_areComparedIfMostStepsHaveThem() {
        TiledSteps steps = new SimulatedFleet(4, 20, 0.02, 1).steps();

        ComparedSteps compared = new ComparedSteps(steps);

        assertThat(compared.evidence()).isEqualTo(EvidenceLevel.OWN_TIMES);
        assertThat(rows(compared).get(3)[2]).isEqualTo(ReadSteps.ownNanos(steps, 2, 3));
        assertThat(compared.byStep(step -> step.durations()[0]).get(3)).isEqualTo(ReadSteps.durationNanos(steps, 0, 3));
    }

    @Test
    void stepTimes_areComparedIfNoCollectiveIsMarked() {
        assertThat(new ComparedSteps(new SimulatedFleet(4, 20, 0.02, 1).steps(false)).evidence())
                .isEqualTo(EvidenceLevel.STEP_TIMES);
    }

    @Test
    void rank_withoutOwnTimes_isLeftOut() {
        TiledSteps steps = new SimulatedFleet(4, 20, 0.02, 1).steps();
        IntStream.range(0, 20).forEach(step -> steps.set(1, step, 5, FleetSteps.UNKNOWN));

        ComparedSteps compared = new ComparedSteps(steps);

        assertThat(compared.leftOut()).containsExactly(new LeftOut(1, LeftOut.Reason.NO_OWN_TIME));
        assertThat(compared.places()).extracting(RankPlace::rank).containsExactly(0, 2, 3);
    }

    @Test
    void rank_withoutAThirdOfTheSteps_isLeftOut() {
        TiledSteps steps = new SimulatedFleet(4, 21, 0.02, 1).steps();
        IntStream.range(0, 7).forEach(step -> steps.set(3, step, FleetSteps.UNKNOWN, FleetSteps.UNKNOWN));

        ComparedSteps compared = new ComparedSteps(steps);

        assertThat(compared.leftOut()).containsExactly(new LeftOut(3, LeftOut.Reason.FEW_STEPS));
        assertThat(compared.steps()).isEqualTo(21);
    }

    @Test
    void step_thatFewRanksHave_isLeftOut() {
        TiledSteps steps = steps(4, 9);
        for (int rank = 0; rank < 4; rank++) {
            for (int step = 0; step < (rank == 0 ? 9 : 8); step++) {
                steps.set(rank, step, 10, 5);
            }
        }

        assertThat(new ComparedSteps(steps).steps()).isEqualTo(8);
        assertThat(new ComparedSteps(steps).ranks()).isEqualTo(4);
    }

    @Test
    void noFigures_giveNoRanks() {
        assertThat(new ComparedSteps(steps(3, 5)).ranks()).isZero();
        assertThat(new ComparedSteps(steps(0, 0)).ranks()).isZero();
    }

    @Test
    void randomHoles_leaveStepsToEachRankAndTwoRanksToEachStep() {
        SplittableRandom random = new SplittableRandom(7);
        for (int trial = 0; trial < 500; trial++) {
            TiledSteps steps = steps(random.nextInt(2, 8), random.nextInt(1, 12));
            double holes = random.nextDouble();
            for (int rank = 0; rank < steps.places().size(); rank++) {
                for (int step = 0; step < steps.numbers().length; step++) {
                    if (random.nextDouble() > holes) {
                        steps.set(rank, step, 10, random.nextInt(3) > 0 ? 5 : FleetSteps.UNKNOWN);
                    }
                }
            }

            ComparedSteps compared = new ComparedSteps(steps);

            assertThat(compared.ranks() + compared.leftOut().size())
                    .isEqualTo(steps.places().size());
            for (int rank = 0; rank < compared.ranks() && compared.ranks() > 1; rank++) {
                int of = rank;
                assertThat(rows(compared)).anyMatch(row -> row[of] != FleetSteps.UNKNOWN);
            }
            for (long[] row : rows(compared)) {
                assertThat(Arrays.stream(row)
                                .filter(nanos -> nanos != FleetSteps.UNKNOWN)
                                .count())
                        .isGreaterThanOrEqualTo(2);
            }
        }
    }
}
