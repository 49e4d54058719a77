package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.number;
import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;

import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.IntervalSet.Stretch;
import io.stepprofiler.analysis.steps.LaunchedWork.Operation;
import io.stepprofiler.analysis.window.DeviceCall;
import io.stepprofiler.analysis.window.DeviceWork;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.frameworks.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Short kernels that the device finishes before the thread has launched the next one. The cost is the time in which no
 * device works for that reason, without the time after a wait for the device, which counts for that wait.
 */
final class LaunchBound {
    /** Kernels below this duration are short, as in TraceLens. */
    private static final long TINY_NANOS = 10_000;

    private static final int MANY = 20;
    private static final double MOST = 0.5;

    private final WindowFacts facts;
    private final DeviceWork work;
    private final IntervalSet waits;
    private final WorkGroups tiny;
    private final List<Stretch> gaps = new ArrayList<>();
    private long empty;
    private long launches;
    private long launchNanos;
    private long kernelNanos;

    private LaunchBound(WindowFacts facts) {
        this.facts = facts;
        work = facts.deviceWork();
        tiny = new WorkGroups(facts);
        List<Stretch> ends = new ArrayList<>();
        for (DeviceCall wait : work.waits()) {
            ends.add(new Stretch(wait.endNanos(), wait.endNanos() + 1));
        }
        waits = IntervalSet.of(ends);
        Map<Device, List<Operation>> byDevice = new LinkedHashMap<>();
        for (Operation each : work.operations()) {
            byDevice.computeIfAbsent(each.device(), any -> new ArrayList<>()).add(each);
        }
        for (List<Operation> all : byDevice.values()) {
            addDevice(all);
        }
    }

    static Optional<Symptom> of(WindowFacts facts) {
        return new LaunchBound(facts).symptom();
    }

    private void addDevice(List<Operation> all) {
        all.sort(Comparator.comparingLong(Operation::startNanos));
        long busyUntil = Long.MAX_VALUE;
        for (Operation each : all) {
            long start = each.startNanos();
            if (each.kind() == EventKind.KERNEL && each.nanos() < TINY_NANOS) {
                add(each, busyUntil);
            }
            long end = start + each.nanos();
            busyUntil = busyUntil == Long.MAX_VALUE ? end : Math.max(busyUntil, end);
        }
    }

    private void add(Operation kernel, long busyUntil) {
        tiny.addWork(kernel);
        kernelNanos += kernel.nanos();
        DeviceCall launch = work.cause(kernel);
        if (launch.isRuntime()) {
            launches++;
            launchNanos += launch.nanos();
        }
        long start = kernel.startNanos();
        if (start > busyUntil) {
            empty++;
            if (waits.nanosWithin(busyUntil, start) == 0) {
                gaps.add(new Stretch(busyUntil, start));
            }
        }
    }

    private Optional<Symptom> symptom() {
        if (tiny.perStep() < MANY || empty < MOST * tiny.size()) {
            return Optional.empty();
        }
        IntervalSet idle = IntervalSet.of(gaps).and(facts.deviceSteps().alone());
        long nanos = idle.nanos();
        String each = time(kernelNanos / tiny.size()) + " each";
        if (launches > 0) {
            each += ", and their launches " + time(launchNanos / launches);
        }
        Figure figure = facts.ofDevices(nanos);
        String sentence = number(tiny.perStep()) + " kernels a step take " + each + ": the queue is empty before "
                + share((double) empty / tiny.size()) + " of them, and no device works in "
                + figure.text() + tiny.by();
        return Optional.of(new Symptom(
                figure,
                sentence,
                "launch fewer and larger operations",
                nanos,
                tiny.proofs(),
                Advice.about(
                        Problem.LAUNCHES_SLOW,
                        List.of(Advice.of("a larger batch, and operations over whole tensors:"
                                + " each launch costs the thread the same time")),
                        new Advice("CUDA", "cudaGraphLaunch of a captured step instead of its single launches"))));
    }
}
