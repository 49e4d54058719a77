package io.stepprofiler.analysis.rules;

import static io.stepprofiler.amount.Amount.share;
import static io.stepprofiler.amount.Amount.time;
import static io.stepprofiler.analysis.rules.Evidence.DATA_LOADING;
import static io.stepprofiler.analysis.rules.Evidence.DEVICES;
import static io.stepprofiler.analysis.rules.Evidence.DEVICE_PROPERTIES;
import static io.stepprofiler.analysis.rules.Evidence.STEPS;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.DeviceBreakdown;
import io.stepprofiler.analysis.steps.DeviceCategory;
import io.stepprofiler.analysis.steps.LaunchedWork.Operation;
import io.stepprofiler.analysis.window.DeviceWork;
import io.stepprofiler.event.Device;
import io.stepprofiler.frameworks.Problem;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Rules about the use of devices in a step. */
final class DeviceRules {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "device-waits-for-data",
                    "The GPU waits for data",
                    Role.CAUSE,
                    Set.of(STEPS, DATA_LOADING, DEVICES),
                    // Thresholds of XProf for the input pipeline.
                    new Thresholds(0.05, 0.2),
                    DeviceRules::waitsForData),
            new Rule(
                    "launch-bound",
                    "Launch-bound",
                    Role.CAUSE,
                    Set.of(STEPS, DEVICES),
                    // Thresholds of XProf for kernel launches.
                    new Thresholds(0.03, 0.15),
                    LaunchBound::of),
            new Rule(
                    "low-device-use",
                    "The GPU is mostly idle",
                    Role.SYMPTOM,
                    Set.of(STEPS, DEVICES),
                    // TensorBoard warns below 50 % use, TraceML below 30 %.
                    new Thresholds(0.5, 0.7),
                    DeviceRules::littleUsed),
            new Rule(
                    "no-tensor-cores",
                    "Tensor cores are not used",
                    Role.REMARK,
                    Set.of(STEPS, DEVICES, DEVICE_PROPERTIES),
                    new Thresholds(0.1, 0.3),
                    WithoutTensorCores::of),
            new Rule(
                    "exposed-communication",
                    "Communication is not hidden",
                    Role.CAUSE,
                    Set.of(STEPS, DEVICES),
                    new Thresholds(0.1, 0.3),
                    DeviceRules::exposedCommunication),
            new Rule(
                    "device-bound",
                    "GPU-bound",
                    Role.GOOD,
                    Set.of(STEPS, DEVICES),
                    new Thresholds(0.9, Double.POSITIVE_INFINITY),
                    DeviceRules::deviceBound));

    /** Multiple of the steps of the threads from which on the steps of the devices are named, too. */
    private static final double MUCH_LONGER = 1.2;

    private DeviceRules() {}

    private static long nanos(WindowFacts facts, DeviceCategory category) {
        return facts.deviceSteps().together().stream()
                .mapToLong(each -> each.of(category))
                .sum();
    }

    private static Map<StepCategory, Long> meanwhile(List<DeviceBreakdown> steps) {
        Map<StepCategory, Long> sums = new EnumMap<>(StepCategory.class);
        steps.forEach(step -> step.host().forEach((category, nanos) -> sums.merge(category, nanos, Long::sum)));
        return sums;
    }

    private static Optional<Symptom> waitsForData(WindowFacts facts) {
        long nanos = facts.whileIdle(StepCategory.DATA_WAIT);
        Figure figure = facts.ofDevices(nanos);
        return Optional.of(new Symptom(
                figure,
                "no device works in " + figure.text() + ", because the next batch is not ready"
                        + Site.running(facts, LoadingTimes.of(facts)::isAt)
                                .or(() -> Site.ofSpans(facts.waits().stream()
                                        .filter(span -> span.category() == StepCategory.DATA_WAIT)
                                        .toList()))
                                .map(site -> ", made in " + site.text())
                                .orElse(""),
                "load and copy the next batch while the device works on this one",
                nanos,
                Spans.longest(facts.waits(), span -> span.category() == StepCategory.DATA_WAIT),
                Advice.about(
                        Problem.DEVICE_STARVED,
                        List.of(Advice.of("load the next batches on another thread, and copy them to the device there:"
                                + " a bounded queue of 2 to 4 batches")))));
    }

    private static Optional<Symptom> littleUsed(WindowFacts facts) {
        Optional<Map.Entry<Device, List<DeviceBreakdown>>> least = facts.deviceSteps().devices().entrySet().stream()
                .min((one, other) -> Long.compare(work(one.getValue()), work(other.getValue())));
        if (least.isEmpty()) {
            return Optional.empty();
        }
        long work = work(least.get().getValue());
        Map<StepCategory, Long> meanwhile = meanwhile(least.get().getValue());
        Optional<Map.Entry<StepCategory, Long>> most = meanwhile.entrySet().stream()
                .filter(each -> 2 * each.getValue() > facts.deviceNanos() - work)
                .findFirst();
        Figure figure = facts.ofDevices(facts.deviceNanos() - work);
        return Optional.of(new Symptom(
                figure,
                least.get().getKey() + " is idle in " + figure.text()
                        + most.map(each -> "; for most of that the step's thread is " + doing(each.getKey()) + " ("
                                        + facts.ofDevices(each.getValue()).text() + ")")
                                .orElse("")
                        + Site.in(Site.running(facts, facts.deviceSteps().alone()::contains)),
                "give the device larger operations, and the thread of the step less other work",
                nanos(facts, DeviceCategory.HOST) + nanos(facts, DeviceCategory.IDLE),
                List.of(),
                List.of(
                        Advice.of("a larger batch, as far as the memory of the device allows"),
                        Advice.of("move work that launches nothing to another thread, or do it only every n steps"))));
    }

    private static long work(List<DeviceBreakdown> steps) {
        return steps.stream().mapToLong(DeviceBreakdown::workNanos).sum();
    }

    private static String doing(StepCategory category) {
        return switch (category) {
            case PHASE -> "in its phases";
            case UNACCOUNTED -> "in code without a name";
            case COMMUNICATION -> "in a collective operation";
            case INPUT_OUTPUT -> "in input and output";
            default -> category.label();
        };
    }

    private static Optional<Symptom> exposedCommunication(WindowFacts facts) {
        long exposed = nanos(facts, DeviceCategory.COMMUNICATION);
        long all = facts.deviceSteps().together().stream()
                .mapToLong(DeviceBreakdown::communicationNanos)
                .sum();
        if (all == 0) {
            return Optional.empty();
        }
        long hidden = facts.deviceSteps().together().stream()
                .mapToLong(DeviceBreakdown::hiddenCommunicationNanos)
                .sum();
        WorkGroups groups = groups(facts, DeviceCategory.COMMUNICATION);
        Figure figure = facts.ofDevices(exposed);
        return Optional.of(new Symptom(
                figure,
                "communication that no kernel hides takes " + figure.text() + "; "
                        + share((double) hidden / all, "all communication") + " is hidden" + groups.by(),
                "communicate while kernels run",
                exposed,
                groups.proofs(),
                List.of(Advice.of("reduce gradients in larger buckets, during the backward pass"))));
    }

    private static WorkGroups groups(WindowFacts facts, DeviceCategory category) {
        DeviceWork work = facts.deviceWork();
        WorkGroups groups = new WorkGroups(facts);
        for (Operation each : work.operations()) {
            if (each.category() == category) {
                groups.addWork(each);
            }
        }
        return groups;
    }

    /** Compares the steps of the devices with the steps of the threads, if these end much earlier. */
    private static String runAhead(WindowFacts facts) {
        return facts.deviceNanos() < MUCH_LONGER * facts.stepNanos()
                ? ""
                : " of " + time(facts.perStep(facts.deviceNanos())) + ", which its thread queues in "
                        + time(facts.perStep(facts.stepNanos()));
    }

    private static Optional<Symptom> deviceBound(WindowFacts facts) {
        long nanos = nanos(facts, DeviceCategory.KERNEL);
        WorkGroups kernels = groups(facts, DeviceCategory.KERNEL);
        Figure figure = facts.ofDevices(nanos);
        return Optional.of(new Symptom(
                figure,
                "kernels run in " + figure.text() + runAhead(facts) + kernels.by(),
                "look at the kernels with the most time",
                0,
                kernels.proofs(),
                List.of(Advice.of("lower precision (bfloat16, TF32), fused operations, or a cheaper algorithm"))));
    }
}
