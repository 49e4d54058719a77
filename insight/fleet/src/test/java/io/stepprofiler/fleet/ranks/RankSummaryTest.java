package io.stepprofiler.fleet.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.fleet.FleetSteps;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.TiledSteps;
import io.stepprofiler.ledger.StepValue;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RankSummaryTest {
    /** Rank 0 has the given times of 8 steps; ranks 1 and 2 have 1 ns each. */
    private static TiledSteps steps(long... nanos) {
        TiledSteps steps = new TiledSteps(
                List.of(new RankPlace(0, "a"), new RankPlace(1, "a"), new RankPlace(2, "a")),
                LongStream.range(0, nanos.length).toArray());
        for (int step = 0; step < nanos.length; step++) {
            steps.set(0, step, nanos[step], nanos[step]);
            steps.set(1, step, 1, 1);
            steps.set(2, step, 1, 1);
        }
        return steps;
    }

    private static RankSummary summary(TiledSteps steps, int windows) {
        ComparedSteps compared = new ComparedSteps(steps);
        return compared.byRank(rank -> RankSummary.of(rank, compared.evidence(), windows))
                .get(0);
    }

    @Test
    void medians_areOfAllStepsAndOfEachWindow() {
        RankSummary summary = summary(steps(9, 1, 5, 3, 8, 8, 2, 4), 2);

        assertThat(summary.medianNanos()).isEqualTo(4);
        assertThat(summary.meanNanos()).isEqualTo(5);
        assertThat(summary.windowNanos()).containsExactly(3L, 4L);
        assertThat(summary.isInAllWindows()).isTrue();
    }

    @Test
    void window_withoutHalfOfItsSteps_isUnknown() {
        TiledSteps steps = steps(9, 1, 5, 3, 8, 8, 2, 4);
        steps.set(0, 6, FleetSteps.UNKNOWN, FleetSteps.UNKNOWN);
        steps.set(0, 7, FleetSteps.UNKNOWN, FleetSteps.UNKNOWN);

        RankSummary summary = summary(steps, 4);

        assertThat(summary.windowNanos()).containsExactly(1L, 3L, 8L, FleetSteps.UNKNOWN);
        assertThat(summary.isInAllWindows()).isFalse();
    }

    @Test
    void means_areOfColumnsThatMostStepsHave() {
        TiledSteps steps = steps(9, 1, 5, 3, 8, 8, 2, 4);
        for (int step = 0; step < 5; step++) {
            steps.set(StepValue.BATCH, 0, step, 10 + step);
        }
        steps.set(StepValue.IO_NANOS, 0, 0, 3);

        assertThat(summary(steps, 2).means()).containsOnlyKeys(StepValue.BATCH).containsEntry(StepValue.BATCH, 12L);
    }
}
