package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.bytes;
import static io.stepprofiler.amount.Amount.number;
import static io.stepprofiler.analysis.rules.Evidence.DEVICES;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.steps.DeviceCategory;
import io.stepprofiler.analysis.steps.DeviceSteps;
import io.stepprofiler.analysis.steps.IntervalSet;
import io.stepprofiler.analysis.steps.IntervalSet.Stretch;
import io.stepprofiler.analysis.steps.LaunchedWork.Operation;
import io.stepprofiler.analysis.window.DeviceCall;
import io.stepprofiler.analysis.window.DeviceWork;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.frameworks.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules about calls that block the thread of a step until a device is done, and about slow copies. */
final class DeviceCallRules {
    private static final String BYTES = "bytes";
    private static final String PAGEABLE = "Pageable";
    /** Part of the names of copy calls in the CUDA runtime, the driver and HIP. */
    private static final String COPY = "Memcpy";

    static final List<Rule> ALL = List.of(
            new Rule(
                    "device-synchronised",
                    "The step waits for the GPU",
                    Role.CAUSE,
                    Set.of(STEPS, DEVICES),
                    new Thresholds(0.05, 0.15),
                    DeviceCallRules::synchronised),
            new Rule(
                    "synchronous-copies",
                    "Synchronous copies",
                    Role.CAUSE,
                    Set.of(STEPS, DEVICES),
                    new Thresholds(0.02, 0.1),
                    DeviceCallRules::synchronousCopies),
            new Rule(
                    "pageable-copies",
                    "Copies of pageable memory",
                    Role.CAUSE,
                    Set.of(STEPS, DEVICES),
                    new Thresholds(0.02, 0.1),
                    DeviceCallRules::pageableCopies));

    private DeviceCallRules() {}

    // D28: the loss is the idle time after the wait.
    /**
     * A wait costs the time after it: the queue is empty, and no device works until the thread launches something. The
     * cost is at most the length of the wait, by which the thread would have been earlier.
     */
    private static Optional<Symptom> synchronised(WindowFacts facts) {
        DeviceSteps devices = facts.deviceSteps();
        IntervalSet work = devices.allTimes().work();
        WorkGroups waits = new WorkGroups(facts);
        List<Stretch> gaps = new ArrayList<>();
        for (DeviceCall wait : facts.deviceWork().waits()) {
            long next = work.nextFrom(wait.endNanos());
            Stretch gap = new Stretch(wait.endNanos(), Math.min(next, wait.endNanos() + wait.nanos()));
            gaps.add(gap);
            waits.addCall(wait.name(), wait, devices.alone().nanosWithin(gap.start(), gap.end()));
        }
        long nanos = IntervalSet.of(gaps).and(devices.alone()).nanos();
        if (waits.size() == 0) {
            return Optional.empty();
        }
        Figure figure = facts.ofDevices(nanos);
        return Optional.of(new Symptom(
                figure,
                "the thread waits for the device " + number(waits.perStep())
                        + " times a step; the queue is empty afterwards,"
                        + " and no device works in " + figure.text()
                        + waits.by(),
                "read values back every n steps, and wait for the device no more than once a step",
                nanos,
                waits.proofs(),
                Advice.about(
                        Problem.DEVICE_AWAITED,
                        List.of(Advice.of("keep sums on the device: if (step % 100 == 0) { read the loss }")))));
    }

    private static Optional<Symptom> synchronousCopies(WindowFacts facts) {
        DeviceWork work = facts.deviceWork();
        WorkGroups copies = new WorkGroups(facts);
        double bytes = 0;
        for (Operation each : work.operations()) {
            DeviceCall call = each.kind() == EventKind.MEMORY_COPY ? work.cause(each) : null;
            if (call != null
                    && call.isOfSteps()
                    && is(call, COPY)
                    && call.endNanos() >= each.startNanos() + each.nanos()) {
                copies.addCall(each.name(), call, call.nanos());
                bytes += Math.max(0, each.figure(BYTES));
            }
        }
        if (copies.size() == 0) {
            return Optional.empty();
        }
        Figure figure = facts.ofStep(copies.inSteps().nanos());
        return Optional.of(new Symptom(
                figure,
                number(copies.perStep()) + " copies a step" + sized(bytes, facts)
                        + " block the thread until they finish, for "
                        + figure.text() + copies.by(),
                "copy asynchronously, from page-locked memory",
                copies.inSteps().nanos(),
                copies.proofs(),
                Advice.about(
                        Problem.COPIES_BLOCK,
                        List.of(Advice.of("copy batches ahead, on the thread that loads them")),
                        new Advice("CUDA", "cudaMemcpyAsync in a stream, from memory allocated by cudaHostAlloc"))));
    }

    /** True if the call only does this kind of work; the launch of a graph that contains some does more. */
    private static boolean is(DeviceCall call, String work) {
        return call.isRuntime() && call.name().contains(work);
    }

    private static String sized(double bytes, WindowFacts facts) {
        return bytes > 0 ? " (" + bytes(bytes / Math.max(1, facts.steps().size())) + ")" : "";
    }

    private static Optional<Symptom> pageableCopies(WindowFacts facts) {
        DeviceWork work = facts.deviceWork();
        WorkGroups copies = new WorkGroups(facts);
        double bytes = 0;
        for (Operation each : work.operations()) {
            if (each.kind() == EventKind.MEMORY_COPY && each.name().contains(PAGEABLE)) {
                copies.addWork(each);
                bytes += Math.max(0, each.figure(BYTES));
            }
        }
        if (copies.size() == 0) {
            return Optional.empty();
        }
        IntervalSet copying = copies.inSteps();
        Figure figure = facts.ofDevices(copying.nanos());
        return Optional.of(new Symptom(
                figure,
                number(copies.perStep()) + " copies a step" + sized(bytes, facts)
                        + " use memory that is not page-locked and take "
                        + figure.text() + speed(bytes, copies.nanos()) + copies.by(),
                "lock the memory of batches once, and copy from it",
                copying.minus(facts.deviceSteps().allTimes().of(DeviceCategory.KERNEL))
                        .nanos(),
                copies.proofs(),
                Advice.about(
                        Problem.MEMORY_PAGEABLE,
                        List.of(Advice.of("page-locked buffers for batches, allocated once and reused")),
                        new Advice("CUDA", "cudaHostAlloc, or cudaHostRegister for an existing buffer"))));
    }

    private static String speed(double bytes, long nanos) {
        return bytes > 0 && nanos > 0 ? ", at " + Amount.bandwidth(bytes / nanos) : "";
    }
}
