package io.stepprofiler.analysis.report;

import static io.stepprofiler.traced.DeviceProgram.MICRO;
import static io.stepprofiler.traced.DeviceProgram.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.event.Collective;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.Parallelism;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import io.stepprofiler.ledger.SyncGroup;
import io.stepprofiler.trace.DistributedInfo;
import io.stepprofiler.trace.ProcessGroup;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.trace.TrackBuilder;
import io.stepprofiler.traced.DeviceProgram;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TraceLedgerTest {
    private static final ProcessGroup PAIR = new ProcessGroup("7", "mesh_dp", "nccl", List.of(1, 3));
    private static final ProcessGroup STAGES = new ProcessGroup("9", "mesh_pp", "nccl", List.of(2, 3));
    private static final ProcessGroup ALL = new ProcessGroup("0", "default_pg", "nccl", List.of(0, 1, 2, 3));

    private static StepLedger ledger(Trace trace) {
        return TraceLedger.of(new WindowAnalysis(trace), TraceRun.of(trace));
    }

    /** A trace of steps of 100 ns, with a communication of 10 ns in each. */
    private static TraceBuilder steps(int steps) {
        TraceBuilder trace = new TraceBuilder()
                .distributed(new DistributedInfo(3, 4, "nccl", "node").withGroups(List.of(ALL, PAIR, STAGES)));
        IntStream.range(0, steps).forEach(step -> trace.step(new StepMark(step, 100L * step, 100, 1, false)));
        return trace;
    }

    private static void communicate(TraceBuilder trace, String name, long start, long nanos, Object... arguments) {
        TrackBuilder thread = trace.thread(1, "main");
        int event = thread.add(trace.nameId(name, EventKind.COMMUNICATION, ""), start, nanos);
        for (int i = 0; i < arguments.length; i += 2) {
            int key = trace.nameId((String) arguments[i]);
            if (arguments[i + 1] instanceof Integer number) {
                thread.argument(event, key, number);
            } else {
                thread.argument(event, key, (String) arguments[i + 1]);
            }
        }
    }

    @Test
    void communication_onDevices_isThePartThatNoKernelHides() {
        DeviceProgram program = new DeviceProgram();
        for (int step = 0; step < 3; step++) {
            program.step(() -> {
                program.kernel("gemm", 4 * MILLI);
                program.synchronize();
                program.allReduce(6 * MILLI);
                program.synchronize();
            });
        }
        Trace trace = program.trace();
        StepLedger ledger = ledger(trace);
        assertThat(ledger.size()).isEqualTo(3);
        StepLedger ofReport = WindowLedger.of(StepReport.of(trace).windows().get(0));
        for (int row = 0; row < 3; row++) {
            assertThat(ledger.durationNanos(row)).isCloseTo(10 * MILLI, within(100 * MICRO));
            assertThat(ledger.value(StepValue.COMMUNICATION_NANOS, row)).isEqualTo(6 * MILLI);
            assertThat(ledger.value(StepValue.COLLECTIVES, row)).isEqualTo(1);
            assertThat(ledger.syncs().kind(row)).isEqualTo(Collective.ALL_REDUCE);
            assertThat(ofReport.durationNanos(row)).isEqualTo(ledger.durationNanos(row));
            assertThat(ofReport.value(StepValue.COMMUNICATION_NANOS, row)).isEqualTo(6 * MILLI);
        }
        // The trace does not tell how long a thread waited for locks.
        assertThat(ledger.value(StepValue.LOCK_PARK_NANOS, 0)).isEqualTo(StepLedger.UNKNOWN);
    }

    @Test
    void communication_ofNoStep_isUnknown() {
        StepLedger ledger = ledger(steps(2).build());
        assertThat(ledger.value(StepValue.COMMUNICATION_NANOS, 1)).isEqualTo(StepLedger.UNKNOWN);
        assertThat(ledger.syncs().size()).isZero();
    }

    @Test
    void run_ofAWorkerInGroups_hasItsPositions() {
        LedgerRun run = TraceRun.of(steps(1).build());
        assertThat(run.rank()).hasValue(3);
        assertThat(run.worldSize()).isEqualTo(4);
        assertThat(run.place().position(Parallelism.DATA)).hasValue(1);
        assertThat(run.place().position(Parallelism.PIPELINE)).hasValue(1);
        assertThat(run.place().position(Parallelism.TENSOR)).isEmpty();
    }

    @Test
    void collectives_ofGroups_areNumberedInEachStep() {
        TraceBuilder trace = steps(2);
        communicate(trace, "nccl:_all_gather_base", 10, 5, "dtype", "Float", "In msg nelems", 4, "Out msg nelems", 16);
        communicate(
                trace, "nccl:coalesced", 20, 5, "Collective name", "reduce_scatter_tensor", "Process Group Name", "7");
        communicate(trace, "gloo:all_reduce", 30, 50, "Process Group Name", "0");
        communicate(trace, "gloo:all_reduce", 40, 10);
        communicate(trace, "gloo:all_reduce", 85, 10);
        communicate(trace, "gloo:all_reduce", 110, 10, "Process Group Name", "x", "Process Group Ranks", "[1, 3]");
        StepLedger ledger = ledger(trace.build());
        SyncGroup all = new SyncGroup("", 0, 0);
        assertThat(IntStream.range(0, ledger.syncs().size())
                        .mapToObj(sync -> List.of(
                                ledger.syncs().step(sync),
                                ledger.syncs().kind(sync),
                                ledger.syncs().group(sync),
                                ledger.syncs().number(sync),
                                ledger.syncs().bytes(sync),
                                ledger.syncs().arrivalNanos(sync),
                                ledger.syncs().endNanos(sync))))
                .containsExactly(
                        List.of(0L, Collective.ALL_GATHER, all, 0L, 64L, 10L, 15L),
                        List.of(0L, Collective.REDUCE_SCATTER, new SyncGroup("7", 1, 2), 0L, 0L, 20L, 25L),
                        // The one inside it does not count.
                        List.of(0L, Collective.ALL_REDUCE, new SyncGroup("0", 0, 0), 0L, 0L, 30L, 80L),
                        List.of(0L, Collective.ALL_REDUCE, all, 0L, 0L, 85L, 95L),
                        List.of(1L, Collective.ALL_REDUCE, new SyncGroup("x", 1, 2), 0L, 0L, 110L, 120L));
    }

    @Test
    void collectives_moreThanALedgerKeeps_areTheLargest() {
        TraceBuilder trace = steps(1);
        for (int i = 0; i < 20; i++) {
            communicate(trace, "gloo:broadcast", 5L * i, 1, "In msg nelems", (i * 7) % 20);
        }
        StepLedger ledger = ledger(trace.build());
        assertThat(ledger.value(StepValue.COLLECTIVES, 0)).isEqualTo(20);
        assertThat(IntStream.range(0, ledger.syncs().size())
                        .mapToLong(sync -> ledger.syncs().bytes(sync)))
                .hasSize(16)
                .allMatch(bytes -> bytes >= 4);
        assertThat(IntStream.range(0, ledger.syncs().size())
                        .mapToLong(sync -> ledger.syncs().arrivalNanos(sync)))
                .isSorted();
    }
}
