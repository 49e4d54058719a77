package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.rules.AvailableEvidence;
import io.stepprofiler.analysis.rules.Evidence;
import io.stepprofiler.analysis.steps.Breakdowns;
import io.stepprofiler.analysis.steps.DeviceBreakdown;
import io.stepprofiler.analysis.steps.DeviceCategory;
import io.stepprofiler.analysis.steps.DeviceSteps;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.ledger.LedgerBuilder;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.ledger.StepValue;
import io.stepprofiler.trace.Trace;
import java.util.List;
import java.util.Set;

/**
 * Step ledger of a trace: its complete steps, with the parts that the trace knows of them, and their collectives. Any
 * trace has one, whatever program recorded it, so that ranks can be compared by their traces.
 */
public final class TraceLedger {
    private final Trace trace;
    private final Breakdowns hosts;
    private final Set<Evidence> evidence;
    private final LedgerBuilder ledger;

    private TraceLedger(Trace trace, LedgerRun run) {
        this.trace = trace;
        hosts = new Breakdowns(trace);
        evidence = AvailableEvidence.of(trace, hosts.steps());
        ledger = new LedgerBuilder(run);
    }

    /**
     * {@return the ledger of a trace} Takes several passes over the events.
     *
     * <p>The communication of a step is the communication of its thread, or of the devices if no kernel hides it and it
     * is longer: a
     * rank waits for the others in one of them. It is unknown if no step has any.
     *
     * @param trace the trace
     * @param run its run, usually {@link TraceRun#of}
     */
    public static StepLedger of(Trace trace, LedgerRun run) {
        return new TraceLedger(trace, run).ledger();
    }

    private StepLedger ledger() {
        List<StepBreakdown> steps = hosts.all();
        List<DeviceBreakdown> devices = DeviceSteps.of(trace, hosts).together();
        long[] communication = new long[steps.size()];
        boolean isMarked = false;
        for (int i = 0; i < steps.size(); i++) {
            communication[i] = Math.max(
                    steps.get(i).of(StepCategory.COMMUNICATION),
                    devices.isEmpty() ? 0 : devices.get(i).of(DeviceCategory.COMMUNICATION));
            isMarked |= communication[i] > 0;
        }
        TraceSyncs syncs = new TraceSyncs(trace, hosts.steps());
        for (int i = 0; i < steps.size(); i++) {
            step(steps.get(i));
            if (isMarked) {
                ledger.set(StepValue.COMMUNICATION_NANOS, communication[i]);
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
        long items = (long) StepCounters.items(trace, List.of(mark));
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
