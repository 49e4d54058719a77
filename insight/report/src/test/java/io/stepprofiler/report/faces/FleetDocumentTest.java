package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.fleet.RankPlace;
import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.StepValue;
import io.stepprofiler.report.SimulatedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The report in {@code docs/FLEET.md} is that of 64 ranks on eight hosts, one of which is 6 % slower. */
class FleetDocumentTest {
    private static final int STEPS = 200;
    private static final long PAUSE_NANOS = 15_000_000;

    private static FleetReport report() {
        SimulatedRun run = new SimulatedRun(64, STEPS, 0.01, rank -> new RankPlace(rank, "gpu" + rank / 8));
        for (int rank = 0; rank < 64; rank++) {
            run.value(StepValue.CPU_NANOS, rank, 0, STEPS, SimulatedRun.STEP_NANOS * 9 / 10);
            run.value(StepValue.PAUSE_NANOS, rank, 0, STEPS, 0);
            int step = 3 * rank;
            run.value(StepValue.PAUSE_NANOS, rank, step, step + 1, PAUSE_NANOS);
            run.slow(rank, step, step + 1, (double) PAUSE_NANOS / SimulatedRun.STEP_NANOS);
            if (rank / 8 == 5) {
                run.slow(rank, 0.06);
            }
        }
        return run.reportWithCollectives();
    }

    @Test
    void reportOfTheDocument_isThatOfASimulatedFleet() throws IOException {
        FleetReport report = report();
        assertThat(Files.readString(Path.of("../../docs/FLEET.md")))
                .contains("```\n" + FleetDocument.text(report) + "\n" + FleetDocument.lastLine(report, "log")
                        + "\n```\n");
    }
}
