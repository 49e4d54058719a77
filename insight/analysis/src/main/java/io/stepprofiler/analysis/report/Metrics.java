package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.breakdown.StepBreakdown;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.rules.Evidence;
import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.analysis.steps.DeviceBreakdown;
import io.stepprofiler.analysis.steps.DeviceCategory;
import io.stepprofiler.analysis.steps.LaunchedWork.Operation;
import io.stepprofiler.analysis.window.DeviceWork;
import io.stepprofiler.analysis.window.GarbageCollection;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.averages.GroupKey;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.MemoryEvents;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Figures of a window for comparison with other runs. */
final class Metrics {
    private static final int FEWEST_FOR_P10 = 10;
    private static final int FEWEST_FOR_Q1 = 4;
    private static final double NANOS_A_SECOND = 1e9;

    /** Smallest time between steps that is a figure, as a part of the steps. */
    private static final double WORTH_A_WORD = 0.02;

    private final WindowFacts facts;
    private final WindowAnalysis window;
    private final double callsPerStep;
    private final List<Metric> metrics = new ArrayList<>();

    /** Creates the figures; calls are events that begin in a step. */
    Metrics(WindowFacts facts, WindowAnalysis window, double callsPerStep) {
        this.facts = facts;
        this.window = window;
        this.callsPerStep = callsPerStep;
    }

    List<Metric> all() {
        if (facts.steps().isEmpty() || window.walk().isWhole()) {
            return List.of();
        }
        Distribution times = facts.stepTimes();
        add("step.cost", (double) cost(times), "ns", Polarity.LOWER_IS_BETTER);
        add("step.typical", (double) times.median(), "ns", Polarity.LOWER_IS_BETTER);
        add("step.tail", (double) times.p90(), "ns", Polarity.LOWER_IS_BETTER);
        double rate = rate();
        add("step.rate", rate, "steps/s", Polarity.HIGHER_IS_BETTER);
        double items = StepCounters.items(
                facts.trace(), facts.steps().stream().map(StepBreakdown::step).toList());
        if (items > 0 && rate > 0) {
            add("item.rate", rate * items / facts.steps().size(), "items/s", Polarity.HIGHER_IS_BETTER);
        }
        periods();
        if (facts.share(facts.betweenNanos()) >= WORTH_A_WORD) {
            add("step.between", (double) facts.betweenNanos() / facts.steps().size(), "ns", Polarity.LOWER_IS_BETTER);
        }
        add("step.count", times.count(), "count", Polarity.NEUTRAL);
        for (StepCategory category : StepCategory.values()) {
            Polarity polarity = category == StepCategory.PHASE ? Polarity.NEUTRAL : Polarity.LOWER_IS_BETTER;
            add(
                    "share." + category.name().toLowerCase(Locale.ROOT),
                    facts.share(facts.nanos(category)),
                    "share",
                    polarity);
        }
        cpu();
        perStep("events", events(), Polarity.NEUTRAL);
        add("operations", callsPerStep, "count/step", Polarity.NEUTRAL);
        work();
        if (facts.evidence().contains(Evidence.COLLECTIONS)) {
            perStep("collections", window.collections().size(), Polarity.LOWER_IS_BETTER);
            add(
                    "collections.pause",
                    (double) window.collections().stream()
                                    .mapToLong(GarbageCollection::pauseNanos)
                                    .sum()
                            / facts.steps().size(),
                    "ns",
                    Polarity.LOWER_IS_BETTER);
        }
        if (window.samples().allocationSize() > 0) {
            add(
                    "java.allocated",
                    (double) window.samples().allocatedBytes() / facts.steps().size(),
                    "bytes/step",
                    Polarity.LOWER_IS_BETTER);
        }
        if (facts.evidence().contains(Evidence.MEMORY)) {
            memory();
        }
        if (!window.deviceSteps().isEmpty()) {
            devices();
        }
        return List.copyOf(metrics);
    }

    /** Returns the rate of steps including the time between them, and the work of devices after them. */
    private double rate() {
        long first = marks().stream().mapToLong(StepMark::startNanos).min().orElse(0);
        long last = marks().stream()
                .mapToLong(each -> each.startNanos() + each.durationNanos())
                .max()
                .orElse(0);
        return last > first ? facts.steps().size() * NANOS_A_SECOND / (last - first) : 0;
    }

    /** Returns the steps of the devices, if there are any, else of the threads. */
    private List<StepMark> marks() {
        return window.deviceSteps().isEmpty()
                ? facts.steps().stream().map(StepBreakdown::step).toList()
                : window.deviceSteps().periods();
    }

    /** Undisturbed steps show the cost of the code; with few steps a low quantile is a single step. */
    private static long cost(Distribution times) {
        return times.count() >= FEWEST_FOR_P10
                ? times.p10()
                : times.count() >= FEWEST_FOR_Q1 ? times.q1() : times.min();
    }

    /** Adds the undisturbed time from start to start, which has the gaps between steps. */
    private void periods() {
        List<StepMark> steps = marks();
        Distribution periods = Distribution.of(IntStream.range(1, steps.size())
                .filter(i -> steps.get(i - 1).number() > 0
                        && steps.get(i).number() == steps.get(i - 1).number() + 1)
                .mapToLong(i -> steps.get(i).startNanos() - steps.get(i - 1).startNanos()));
        if (periods.count() > 0) {
            add("step.period", (double) cost(periods), "ns", Polarity.LOWER_IS_BETTER);
        }
    }

    private void cpu() {
        if (facts.steps().stream().allMatch(each -> each.step().cpuNanos() >= 0)) {
            add(
                    "step.cpu",
                    facts.steps().stream()
                            .mapToLong(each -> each.step().cpuNanos())
                            .average()
                            .orElse(0),
                    "ns",
                    Polarity.LOWER_IS_BETTER);
            if (facts.evidence().contains(Evidence.WAITS)) {
                facts.steps().stream()
                        .filter(each -> each.step().number() > 0)
                        .mapToLong(Metrics::activeNanos)
                        .average()
                        .ifPresent(nanos -> add("step.active", nanos, "ns", Polarity.LOWER_IS_BETTER));
            }
        }
    }

    /** Returns the time of a step without the time for which its thread neither ran nor was in a recorded wait. */
    private static long activeNanos(StepBreakdown each) {
        long wanted = Arrays.stream(StepCategory.values())
                .filter(StepCategory::isRunning)
                .mapToLong(each::of)
                .sum();
        return each.step().durationNanos() - Math.max(0, wanted - each.step().cpuNanos());
    }

    /** Adds figures of the work of steps, which is equal in every run of one program. */
    private void work() {
        long flops = facts.averages().rows().stream()
                .filter(row -> row.key().row() == GroupKey.Row.EVENTS)
                .mapToLong(row -> Math.max(0, row.flops()))
                .sum();
        if (flops > 0) {
            add("flops", (double) flops / facts.steps().size(), "count/step", Polarity.LOWER_IS_BETTER);
        }
        if (facts.trace().signatureCount() > 0) {
            add("shapes", facts.trace().signatureCount(), "count", Polarity.NEUTRAL);
        }
        add(
                "threads",
                (double) facts.trace().tracks().stream()
                        .filter(track -> track.isThread() && track.size() > 0)
                        .count(),
                "count",
                Polarity.NEUTRAL);
    }

    private long events() {
        return facts.averages().rows().stream()
                .filter(row -> row.key().row() == GroupKey.Row.EVENTS)
                .filter(row -> row.key().kind() == EventKind.SCOPE || row.key().kind() == EventKind.MODULE)
                .mapToLong(row -> row.count())
                .sum();
    }

    private void memory() {
        MemoryEvents events = facts.trace().memory();
        long bytes = 0;
        long peak = 0;
        for (int i = 0; i < events.size(); i++) {
            if (events.action(i) == MemoryAction.ALLOCATE) {
                bytes += Math.max(0, events.bytes(i));
            }
            peak = Math.max(peak, events.totalAllocated(i));
        }
        if (peak > 0) {
            add("memory.peak", (double) peak, "bytes", Polarity.LOWER_IS_BETTER);
        }
        add("memory.allocated", (double) bytes / facts.steps().size(), "bytes/step", Polarity.LOWER_IS_BETTER);
    }

    private void devices() {
        DeviceWork operations = window.deviceWork();
        long kernels = 0;
        double copied = 0;
        for (Operation each : operations.operations()) {
            boolean isCopy = each.category() == DeviceCategory.COPY;
            kernels += isCopy ? 0 : 1;
            double bytes = each.kind() == EventKind.MEMORY_COPY ? each.figure("bytes") : 0;
            copied += bytes > 0 ? bytes : 0;
        }
        List<DeviceBreakdown> steps = window.deviceSteps().together();
        long nanos = steps.stream().mapToLong(DeviceBreakdown::workNanos).sum();
        perStep("device.kernels", kernels, Polarity.NEUTRAL);
        add("device.copied", copied / steps.size(), "bytes/step", Polarity.LOWER_IS_BETTER);
        // Kernels may end in a gap between steps, or after the last one.
        long begin = facts.steps().get(0).step().startNanos();
        long work = window.deviceSteps().allTimes().work().nanosWithin(begin, Long.MAX_VALUE);
        add("device.work", (double) work / steps.size(), "ns", Polarity.LOWER_IS_BETTER);
        add("share.device", facts.ofDevices(nanos).value(), "share", Polarity.HIGHER_IS_BETTER);
    }

    private void perStep(String id, long count, Polarity polarity) {
        add(id, (double) count / facts.steps().size(), "count/step", polarity);
    }

    private void add(String id, double value, String unit, Polarity polarity) {
        metrics.add(new Metric(id, value, unit, polarity));
    }
}
