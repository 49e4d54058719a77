package io.stepprofiler.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.stepprofiler.ledger.StepValue;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class TiledStepsTest {
    private static final RankPlace PLACE = new RankPlace(0, "a");

    @Test
    void figures_thatAreNotSet_areUnknown() {
        TiledSteps steps = new TiledSteps(List.of(PLACE), new long[] {7, 8});

        steps.set(StepValue.BATCH, 0, 1, 32);

        assertThat(ReadSteps.ownNanos(steps, 0, 0)).isEqualTo(FleetSteps.UNKNOWN);
        assertThat(ReadSteps.value(steps, StepValue.BATCH, 0, 0)).isEqualTo(FleetSteps.UNKNOWN);
        assertThat(ReadSteps.value(steps, StepValue.BATCH, 0, 1)).isEqualTo(32);
        assertThat(ReadSteps.value(steps, StepValue.CPU_NANOS, 0, 1)).isEqualTo(FleetSteps.UNKNOWN);
    }

    @Test
    void ranks_overTheLimit_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TiledSteps(Collections.nCopies(100_001, PLACE), new long[0]))
                .withMessageStartingWith("ranks = 100001 ");
    }

    @Test
    void figures_overTheLimit_areRefused() {
        TiledSteps steps = new TiledSteps(List.of(PLACE), new long[1]);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> steps.set(0, 0, FleetSteps.MOST_FIGURE + 1, 0))
                .withMessage("durationNanos = 10000000000001 is not allowed: must be at most 10000000000000");
    }
}
