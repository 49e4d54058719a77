package io.stepprofiler.analysis.report;

import static io.stepprofiler.traced.DeviceProgram.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.RuleSet;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.traced.DeviceProgram;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ranks whose devices wait for each other inside a collective operation. */
class RanksWithDevicesTest {
    private static final long STEP = 10 * MILLI;

    /** Ranks whose kernels take so many milliseconds of a step, and whose collectives the rest. */
    private static StepReport report(long... millis) {
        List<WindowReport> windows = new ArrayList<>();
        for (int rank = 0; rank < millis.length; rank++) {
            DeviceProgram program = new DeviceProgram();
            program.builder.distributed(new DistributedInfo(rank, millis.length, "nccl", "node"));
            long kernels = millis[rank] * MILLI;
            for (int step = 0; step < 5; step++) {
                program.step(() -> {
                    program.scope("backward", () -> program.kernel("gemm", kernels));
                    program.synchronize();
                    program.allReduce(STEP - kernels);
                    program.synchronize();
                });
            }
            windows.addAll(StepReport.of(program.trace()).windows());
        }
        return StepReport.ofWindows(windows, RuleSet.builtIn());
    }

    @Test
    void straggler_theOthersWaitForItOnTheirDevices_isTheOneThatWaitsLeast() {
        StepReport report = report(4, 9, 4, 4);
        assertThat(report.ranks()).extracting(Finding::rule).containsExactly("straggler-rank");
        Finding found = report.ranks().get(0);
        assertThat(found.sentence()).contains("rank 1 takes 5.00 ms", "for waiting for a device");
        // Which of its steps had the most time of its own is not known: communication is, of all steps together.
        assertThat(found.proofs().get(0).text())
                .contains("rank 1")
                .endsWith("9.01 ms of own work in a step of 10.0 ms");
    }

    @Test
    void devices_windowWithoutSteps_areNotSaidToIdleInThem() {
        DeviceProgram program = new DeviceProgram();
        program.kernel("gemm", MILLI);
        assertThat(StepReport.of(program.trace()).windows().get(0).devices()).isEqualTo(Devices.NONE);
    }

    @Test
    void straggler_allWaitAlike_isNone() {
        assertThat(report(4, 4, 4).ranks()).isEmpty();
    }
}
