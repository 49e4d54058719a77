package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.rules.Evidence;
import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.analysis.steps.DeviceBreakdown;
import io.stepprofiler.analysis.steps.DeviceCategory;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.ledger.LedgerBuilder;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import java.util.List;
import java.util.Set;

/**
 * Step ledger of a trace: its complete steps, with the parts that the trace knows of them, and their collectives. Any
 * trace has one, whatever program recorded it, so that ranks can be compared by their traces.
 */
public final class TraceLedger {
    private final WindowAnalysis window;
    private final Set<Evidence> evidence;
    private final LedgerBuilder ledger;

    private TraceLedger(WindowAnalysis window, LedgerRun run) {
        this.window = window;
        evidence = WindowFacts.of(window).evidence();
        ledger = new LedgerBuilder(run);
    }

    /**
     * {@return the ledger of a window} Takes several passes over the events.
     *
     * <p>The communication of a step is the communication of its thread, or of the devices if no kernel hides it and it
     * is longer: a
     * rank waits for the others in one of them. It is unknown if no step has any.
     *
     * @param window the window
     * @param run its run, usually {@link TraceRun#of}
     */
    public static StepLedger of(WindowAnalysis window, LedgerRun run) {
        return new TraceLedger(window, run).ledger();
    }

    private StepLedger ledger() {
        List<StepBreakdown> steps =
                window.walk().isWhole() ? List.of() : window.breakdowns().all();
        List<DeviceBreakdown> devices = window.deviceSteps().together();
        long[] communication = new long[steps.size()];
        boolean isMarked = false;
        for (int i = 0; i < steps.size(); i++) {
            communication[i] = Math.max(
                    steps.get(i).of(StepCategory.COMMUNICATION),
                    devices.isEmpty() ? 0 : devices.get(i).of(DeviceCategory.COMMUNICATION));
            isMarked |= communication[i] > 0;
        }
        TraceSyncs syncs = new TraceSyncs(window);
        for (int i = 0; i < steps.size(); i++) {
            step(steps.get(i));
            if (isMarked) {
                ledger.set(
                        StepValue.COMMUNICATION_NANOS,
                        Math.min(communication[i], steps.get(i).step().durationNanos()));
                ledger.set(StepValue.COLLECTIVES, syncs.count(i));
                syncs.addTo(ledger, i);
            }
        }
        return ledger.build();
    }

    private void step(StepBreakdown step) {
        StepMark mark = step.step();
        ledger.step(mark.number(), mark.startNanos(), mark.durationNanos());
        set(Evidence.PROCESSOR_TIME, StepValue.CPU_NANOS, mark.cpuNanos());
        set(Evidence.COLLECTIONS, StepValue.PAUSE_NANOS, step.of(StepCategory.VM_PAUSE));
        set(Evidence.DATA_LOADING, StepValue.INPUT_WAIT_NANOS, step.of(StepCategory.DATA_WAIT));
        set(Evidence.WAITS, StepValue.LOCK_PARK_NANOS, step.of(StepCategory.LOCK) + step.of(StepCategory.PARK));
        set(Evidence.INPUT_OUTPUT, StepValue.IO_NANOS, step.of(StepCategory.INPUT_OUTPUT));
        long items = (long) StepCounters.items(window.trace(), List.of(mark));
        if (items > 0) {
            ledger.set(StepValue.BATCH, items);
        }
    }

    private void set(Evidence needed, StepValue value, long figure) {
        if (evidence.contains(needed)) {
            ledger.set(value, figure);
        }
    }
}
