package io.stepprofiler.report.faces;

import static io.stepprofiler.traced.DeviceProgram.MICRO;
import static io.stepprofiler.traced.DeviceProgram.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.TraceLedger;
import io.stepprofiler.analysis.report.TraceRun;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.analysis.rules.Finding;
import io.stepprofiler.analysis.rules.Role;
import io.stepprofiler.analysis.rules.Severity;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.traced.DeviceProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Eight ranks whose devices wait for each other inside a collective operation. */
class RankFindingsTest {
    private static final int RANKS = 8;
    private static final int STAGES = 4;
    private static final long OWN = 10 * MILLI;

    private final List<WindowReport> windows = new ArrayList<>();
    private final List<StepLedger> ledgers = new ArrayList<>();

    /** Findings about ranks whose own times are so many percent of the usual one. */
    private List<Finding> findings(int steps, boolean isPipeline, int... percent) {
        SplittableRandom random = new SplittableRandom(39);
        long[][] own = new long[RANKS][steps];
        for (int step = 0; step < steps; step++) {
            for (int rank = 0; rank < RANKS; rank++) {
                own[rank][step] = OWN * percent[rank] / 100 + Math.round(100 * MICRO * random.nextGaussian());
            }
        }
        for (int rank = 0; rank < RANKS; rank++) {
            Trace trace = trace(rank, own, isPipeline);
            windows.addAll(StepReport.of(trace).windows());
            ledgers.add(TraceLedger.of(new WindowAnalysis(trace), TraceRun.of(trace)));
        }
        return RankFindings.of(windows, ledgers);
    }

    private static Trace trace(int rank, long[][] own, boolean isPipeline) {
        DeviceProgram program = new DeviceProgram();
        DistributedInfo worker = new DistributedInfo(rank, RANKS, "nccl", "node");
        program.builder.distributed(isPipeline ? worker.withGroups(List.of(stages(rank))) : worker);
        for (int step = 0; step < own[0].length; step++) {
            int at = step;
            long last = IntStream.range(0, RANKS)
                    .mapToLong(each -> own[each][at])
                    .max()
                    .orElseThrow();
            program.step(() -> {
                program.scope("backward", () -> program.kernel("gemm", own[rank][at]));
                program.synchronize();
                program.allReduce(last - own[rank][at] + MILLI);
                program.synchronize();
            });
        }
        return program.trace();
    }

    /** Ranks 0, 2, 4 and 6 are the stages of one pipeline, the others of another. */
    private static ProcessGroup stages(int rank) {
        return new ProcessGroup(
                "pp" + rank % 2,
                "PIPELINE_MODEL_PARALLEL_GROUP",
                "nccl",
                IntStream.range(0, STAGES)
                        .mapToObj(stage -> 2 * stage + rank % 2)
                        .toList());
    }

    @Test
    void ranks_lastStageIsSlower_namesTheStageAndNoRank() {
        List<Finding> findings = findings(40, true, 100, 100, 100, 100, 100, 100, 160, 160);
        Finding stage = findings.get(0);
        assertThat(stage.rule()).isEqualTo("slow-stage");
        assertThat(stage.severity()).isEqualTo(Severity.WARNING);
        assertThat(stage.sentence()).startsWith("all stages wait for stage 3, the last, which takes 4.");
        assertThat(findings.subList(1, findings.size()))
                .allSatisfy(each -> assertThat(each.role()).isEqualTo(Role.REMARK));
    }

    @Test
    void ranks_oneIsSlower_namesItWithThePart() {
        List<Finding> findings = findings(40, false, 100, 100, 100, 100, 100, 110, 100, 100);
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).rule()).isEqualTo("straggler-rank");
        assertThat(findings.get(0).severity()).isEqualTo(Severity.WARNING);
        assertThat(findings.get(0).sentence())
                .startsWith("rank 5 takes 1.0")
                .contains(" longer than its peers for its own work in a step, mostly for waiting for a device (");
        assertThat(findings.get(0).proofs()).hasSize(RANKS);
        assertThat(findings.get(0).proofs().get(0).text()).startsWith("rank 5: 11.0 ms of own work in a step of 12.");
    }

    @Test
    void ranks_withoutCollectives_haveWholeStepsAsTheirOwnWork() {
        List<WindowReport> windows = new ArrayList<>();
        List<StepLedger> ledgers = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            DeviceProgram program = new DeviceProgram();
            program.builder.distributed(new DistributedInfo(rank, RANKS, "gloo", "node"));
            long nanos = rank == 2 ? 14 * MILLI : 10 * MILLI;
            for (int step = 0; step < 40; step++) {
                program.step(() -> program.scope("forward", () -> program.compute(nanos)));
            }
            Trace trace = program.trace();
            windows.addAll(StepReport.of(trace).windows());
            ledgers.add(TraceLedger.of(new WindowAnalysis(trace), TraceRun.of(trace)));
        }
        Finding slow = RankFindings.of(windows, ledgers).get(0);

        assertThat(slow.proofs().get(0).text()).isEqualTo("rank 2: 14.0 ms of own work in a step of 14.0 ms");
        assertThat(slow.proofs().subList(1, RANKS))
                .allSatisfy(each -> assertThat(each.text()).endsWith(": 10.0 ms of own work in a step of 10.0 ms"));
    }

    @Test
    void ranks_healthy_areSilent() {
        assertThat(findings(40, false, 100, 100, 100, 100, 100, 100, 100, 100)).isEmpty();
    }

    @Test
    void ranks_withFewSteps_areSuspectedOnly() {
        List<Finding> findings = findings(12, false, 100, 100, 100, 100, 100, 120, 100, 100);
        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).severity()).isEqualTo(Severity.INFORMATION);
        assertThat(findings.get(0).sentence()).startsWith("rank 5 takes").endsWith("; suspected, from 12 steps");
    }

    @Test
    void ranks_withTooFewSteps_abstain() {
        List<Finding> findings = findings(5, false, 100, 100, 100, 100, 100, 150, 100, 100);
        assertThat(findings)
                .extracting(Finding::sentence)
                .containsExactly("cannot tell: fewer than 8 steps are known"
                        + " of the same ranks: noise and slow ranks look alike");
        assertThat(findings.get(0).severity()).isEqualTo(Severity.INFORMATION);
    }

    @Test
    void ranks_fewerThanTwo_haveNoFindings() {
        findings(12, false, 100, 100, 100, 100, 100, 120, 100, 100);
        assertThat(RankFindings.of(windows.subList(5, 6), ledgers)).isEmpty();
    }
}
