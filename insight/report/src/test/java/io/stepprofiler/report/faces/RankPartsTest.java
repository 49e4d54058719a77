package io.stepprofiler.report.faces;

import static io.stepprofiler.traced.DeviceProgram.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.traced.DeviceProgram;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankPartsTest {
    private static final int RANKS = 8;
    private static final int SLOW = 6;

    /** The last stage, half of the ranks, computes the loss, too; one of its ranks is slower in the backward pass. */
    private static WindowReport window(int rank) {
        DeviceProgram program = new DeviceProgram();
        program.builder.distributed(new DistributedInfo(rank, RANKS, "nccl", "node"));
        for (int step = 0; step < 5; step++) {
            program.step(() -> {
                program.scope("backward", () -> program.compute((rank == SLOW ? 12 : 10) * MILLI));
                if (stage(rank) == 1) {
                    program.scope("loss", () -> program.compute(30 * MILLI));
                }
            });
        }
        return StepReport.of(program.trace()).windows().get(0);
    }

    private static int stage(int rank) {
        return 2 * rank / RANKS;
    }

    @Test
    void longer_rankOfAStageWithMoreWork_isComparedWithItsStage() {
        RankParts parts = new RankParts(
                RankParts.medians(IntStream.range(0, RANKS)
                        .mapToObj(RankPartsTest::window)
                        .toList()),
                IntStream.range(0, RANKS)
                        .mapToObj(rank -> new RankPlace(rank, "node", stage(rank), rank % 4, -1, -1, Map.of()))
                        .toList(),
                true);

        assertThat(parts.longer(List.of(SLOW), 2 * MILLI)).isEqualTo("mostly for backward (2.00 ms)");
    }
}
