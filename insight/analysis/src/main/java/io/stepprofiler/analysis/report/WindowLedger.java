package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.DeviceCategory;
import io.stepprofiler.analysis.window.Program;
import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.ledger.JobPlace;
import io.stepprofiler.ledger.LedgerBuilder;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Step ledger of a window's report, for reports without a trace: the listed steps, without collectives. */
public final class WindowLedger {
    private static final Map<StepValue, List<StepCategory>> PARTS = new EnumMap<>(Map.of(
            StepValue.PAUSE_NANOS, List.of(StepCategory.VM_PAUSE),
            StepValue.INPUT_WAIT_NANOS, List.of(StepCategory.DATA_WAIT),
            StepValue.LOCK_PARK_NANOS, List.of(StepCategory.LOCK, StepCategory.PARK),
            StepValue.IO_NANOS, List.of(StepCategory.INPUT_OUTPUT)));

    private WindowLedger() {}

    /**
     * {@return the ledger of a window} Times in collectives are as in {@link TraceLedger}, but of devices only their
     * median over the steps is known. A part that no listed step has counts as 0 if this profiler recorded
     * the window, else as unknown.
     *
     * @param window the window
     */
    public static StepLedger of(WindowReport window) {
        StepTimes steps = window.steps();
        LedgerBuilder ledger = new LedgerBuilder(run(window.run()));
        boolean isOurs = !window.run().facts().containsKey(Program.RECORDED_BY);
        long onDevices = communicationNanos(window.devices());
        List<Double> batches = steps.counters().getOrDefault(StepValue.BATCH_COUNTER, List.of());
        for (int i = 0; !window.isWhole() && i < steps.numbers().size(); i++) {
            ledger.step(
                    steps.numbers().get(i),
                    steps.startNanos().get(i),
                    steps.durationNanos().get(i));
            if (!steps.cpuNanos().isEmpty()) {
                ledger.set(StepValue.CPU_NANOS, steps.cpuNanos().get(i));
            }
            if (steps.parts().containsKey(StepCategory.COMMUNICATION.name()) || onDevices > 0) {
                long communication = Math.max(onDevices, part(steps, StepCategory.COMMUNICATION, i));
                ledger.set(
                        StepValue.COMMUNICATION_NANOS,
                        Math.min(communication, steps.durationNanos().get(i)));
            }
            for (Map.Entry<StepValue, List<StepCategory>> each : PARTS.entrySet()) {
                int step = i;
                long nanos = each.getValue().stream()
                        .mapToLong(category -> part(steps, category, step))
                        .sum();
                if (isOurs
                        || each.getValue().stream()
                                .anyMatch(category -> steps.parts().containsKey(category.name()))) {
                    ledger.set(each.getKey(), nanos);
                }
            }
            if (!batches.isEmpty() && batches.get(i) > 0) {
                ledger.set(StepValue.BATCH, batches.get(i).longValue());
            }
        }
        return ledger.build();
    }

    private static LedgerRun run(Run run) {
        return new LedgerRun(
                run.traceId(),
                "",
                "",
                "",
                new ProcessInfo(run.pid(), run.host()),
                new ClockAnchor(0, run.startEpochNanos()),
                LedgerRun.Machine.UNKNOWN,
                run.rank() < 0 ? OptionalInt.empty() : OptionalInt.of(run.rank()),
                run.worldSize(),
                JobPlace.UNKNOWN);
    }

    private static long part(StepTimes steps, StepCategory category, int step) {
        List<Long> column = steps.parts().getOrDefault(category.name(), List.of());
        return column.isEmpty() ? 0 : column.get(step);
    }

    /**
     * {@return the median time of a step in which the devices only communicate, in nanoseconds} Collectives of NCCL wait
     * for the other ranks on the device, so a thread that waits for the device, or copies from it, also waits for them.
     *
     * @param devices the devices of a window
     */
    public static long communicationNanos(Devices devices) {
        return devices.use().stream()
                .limit(1)
                .flatMap(use -> use.parts().stream())
                .filter(part -> part.category().equals(DeviceCategory.COMMUNICATION.name()))
                .mapToLong(part -> part.nanos().median())
                .sum();
    }
}
