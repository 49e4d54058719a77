package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.fleet.FleetLedgers;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.fleet.report.UnreadLedger;
import io.stepprofiler.ledger.LedgerLosses;
import io.stepprofiler.ledger.StepValue;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Sixteen ranks on two hosts, with 200 steps of 100 ms. */
class FleetTextTest {
    private static final int RANKS = 16;
    private static final int STEPS = 200;
    private static final long MILLI = 1_000_000;

    private static String text(int slowRank, double factor, int missing) {
        TiledSteps steps = new TiledSteps(
                IntStream.range(0, RANKS)
                        .mapToObj(rank -> new RankPlace(rank, "host" + rank / 8))
                        .toList(),
                LongStream.range(0, STEPS).toArray());
        SplittableRandom random = new SplittableRandom(1);
        long[][] own = new long[RANKS][STEPS];
        for (int rank = 0; rank < RANKS; rank++) {
            double usual = 100 * MILLI * (rank == slowRank ? factor : 1);
            for (int step = 0; step < STEPS; step++) {
                own[rank][step] = (long) (usual * (1 + 0.01 * random.nextGaussian()));
            }
        }
        for (int step = 0; step < STEPS; step++) {
            int at = step;
            long wall = IntStream.range(0, RANKS)
                            .mapToLong(rank -> own[rank][at])
                            .max()
                            .orElseThrow()
                    + MILLI;
            for (int rank = 0; rank < RANKS; rank++) {
                steps.set(rank, step, wall, own[rank][step]);
                steps.set(StepValue.CPU_NANOS, rank, step, own[rank][step]);
            }
        }
        FleetLedgers read = new FleetLedgers(steps, RANKS + missing, 0, 0, LedgerLosses.NONE);
        return FleetDocument.text(
                FleetReport.of(read, Optional.empty(), List.of(new UnreadLedger("b.steps", "it is damaged"))));
    }

    @Test
    void slowRank_isTheVerdictWithItsCauseAndItsPartOfTheWaste() {
        assertThat(text(5, 1.2, 1))
                .startsWith("SLOW RANK: rank 5 takes 20.")
                .containsPattern("it is on\\s+host host0; cause:\\s+more processor\\s+time")
                .contains("Next: compare a recorded window with one of another rank: stepprof diff")
                .containsPattern("\\n *1\\d\\.\\d ms +\\d+\\.\\d %  rank 5\\n")
                .contains("16 of 17 ranks compared, 1 missing, 1 file unreadable; 200 steps;");
    }

    @Test
    void healthyRanks_haveNoSlowOne() {
        assertThat(text(-1, 1, 0)).startsWith("NO SLOW RANK: ").doesNotContain("Slower than their peers");
    }

    @Test
    void healthyRanks_withAMissingOne_cannotTell() {
        assertThat(text(-1, 1, 1))
                .startsWith("CANNOT TELL: ranks of the run are missing; none of the others is slower all the time.")
                .doesNotContain("NO SLOW RANK");
    }
}
