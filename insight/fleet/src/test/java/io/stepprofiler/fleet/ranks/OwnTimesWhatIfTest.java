package io.stepprofiler.fleet.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.ReadSteps;
import io.stepprofiler.fleet.SimulatedFleet;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.fleet.comparison.FleetComparison;
import io.stepprofiler.fleet.comparison.Straggler;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class OwnTimesWhatIfTest {
    private static RankPlace staged(int rank, int stages) {
        return new RankPlace(rank, "h" + rank / 4, rank % stages, rank / stages, -1, -1, Map.of());
    }

    @Test
    void rankAndHost_gainWhatTheReportShows() {
        TiledSteps steps = new SimulatedFleet(32, 100, 0.01, 1)
                .slow(8, 0.2)
                .slow(9, 0.2)
                .slow(10, 0.2)
                .slow(11, 0.2)
                .slow(12, 0.2)
                .slow(13, 0.2)
                .slow(14, 0.3)
                .slow(15, 0.2)
                .steps();
        FleetComparison report = FleetComparison.of(steps, 32);
        assertThat(report.stragglers()).extracting(Straggler::level).contains(PlaceLevel.RANK, PlaceLevel.HOST);
        for (Straggler slow : report.stragglers()) {
            Set<Integer> ranks = Set.copyOf(slow.ranks());
            OwnTimesWhatIf answer = OwnTimesWhatIf.of(steps, place -> ranks.contains(place.rank()), Map.of());
            assertThat(answer.withoutRanks()).isEqualTo(ranks.size());
            assertThat(answer.stepNanos() - answer.changedNanos()).isCloseTo(slow.gainNanos(), within(1L));
        }
    }

    @RepeatedTest(20)
    void anyChange_isThatOfANaiveReplay(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        int stages = 1 + random.nextInt(4);
        int ranks = stages * (2 + random.nextInt(4));
        TiledSteps steps = new SimulatedFleet(ranks, 20, 0.1, random.nextLong(), rank -> staged(rank, stages)).steps();
        int without = random.nextInt(ranks);
        int stage = random.nextInt(stages);
        double factor = 0.5 + random.nextDouble();
        double before = 0;
        double after = 0;
        for (int step = 0; step < 20; step++) {
            int at = step;
            double[] changed = IntStream.range(0, ranks)
                    .mapToDouble(rank -> ReadSteps.ownNanos(steps, rank, at) * (rank % stages == stage ? factor : 1))
                    .toArray();
            double[] sorted = changed.clone();
            Arrays.sort(sorted);
            changed[without] = sorted[(ranks - 1) / 2];
            double longest = IntStream.range(0, ranks)
                    .mapToDouble(rank -> ReadSteps.ownNanos(steps, rank, at))
                    .max()
                    .orElseThrow();
            before += ReadSteps.durationNanos(steps, 0, step);
            after += ReadSteps.durationNanos(steps, 0, step)
                    - longest
                    + Arrays.stream(changed).max().orElseThrow();
        }
        OwnTimesWhatIf answer = OwnTimesWhatIf.of(steps, place -> place.rank() == without, Map.of(stage, factor));
        assertThat((double) answer.stepNanos()).isCloseTo(before / 20, within(2.0));
        assertThat((double) answer.changedNanos()).isCloseTo(after / 20, within(2.0));
    }

    @Test
    void noChange_leavesTheStep() {
        TiledSteps steps = new SimulatedFleet(4, 20, 0.01, 1).steps();
        OwnTimesWhatIf answer = OwnTimesWhatIf.of(steps, place -> false, Map.of());
        assertThat(answer.changedNanos()).isEqualTo(answer.stepNanos()).isPositive();
        assertThat(answer.change()).isZero();
    }

    @Test
    void noSteps_haveNoDuration() {
        assertThat(OwnTimesWhatIf.of(new SimulatedFleet(1, 5, 0, 1).steps(), place -> true, Map.of())
                        .steps())
                .isZero();
    }
}
