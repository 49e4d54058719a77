package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.breakdown.Distribution;
import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.rules.WindowFacts;
import io.stepprofiler.analysis.steps.DeviceBreakdown;
import io.stepprofiler.analysis.steps.DeviceCategory;
import io.stepprofiler.analysis.steps.DeviceSteps;
import io.stepprofiler.analysis.steps.LaunchedWork.Operation;
import io.stepprofiler.analysis.window.DeviceProperties;
import io.stepprofiler.analysis.window.DeviceWork;
import io.stepprofiler.analysis.window.WindowAnalysis;
import io.stepprofiler.event.Device;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Builder of the tables about devices in the report of one window. */
final class DeviceReporter {
    private static final String OCCUPANCY = "est. achieved occupancy %";
    private static final String BYTES = "bytes";

    /** Sums over equal operations of devices. */
    private static final class Sum {
        private final Operation first;
        private long count;
        private long nanos;
        private long maxNanos;
        private double bytes;
        private double occupancy;
        private long nanosWithOccupancy;

        Sum(Operation first) {
            this.first = first;
        }
    }

    private final WindowFacts facts;
    private final WindowAnalysis window;
    private final DeviceWork work;
    private final ReportLimits limits;
    private final int steps;

    DeviceReporter(WindowFacts facts, WindowAnalysis window, ReportLimits limits) {
        this.facts = facts;
        this.window = window;
        work = window.deviceWork();
        this.limits = limits;
        steps = Math.max(1, facts.steps().size());
    }

    Devices devices() {
        if (window.deviceSteps().isEmpty() || facts.steps().isEmpty()) {
            // Operations outside steps are not reported.
            return Devices.NONE;
        }
        Map<List<Object>, Sum> kernels = new LinkedHashMap<>();
        Map<List<Object>, Sum> copies = new LinkedHashMap<>();
        Map<List<Object>, Sum> streams = new LinkedHashMap<>();
        for (Operation each : work.operations()) {
            if (each.category() == DeviceCategory.COPY) {
                add(copies, List.of(each.name(), each.device()), each);
            } else {
                add(
                        kernels,
                        List.of(each.name(), each.device(), work.cause(each).operation()),
                        each);
            }
            add(streams, List.of(each.device(), each.track().stream()), each);
        }
        return new Devices(
                use(),
                most(kernels).map(this::kernel).toList(),
                most(copies).map(this::copies).toList(),
                most(streams).map(this::stream).toList());
    }

    private void add(Map<List<Object>, Sum> sums, List<Object> key, Operation each) {
        Sum sum = sums.computeIfAbsent(key, any -> new Sum(each));
        long nanos = each.nanos();
        sum.count++;
        sum.nanos += nanos;
        sum.maxNanos = Math.max(sum.maxNanos, nanos);
        double bytes = each.figure(BYTES);
        sum.bytes += bytes > 0 ? bytes : 0;
        double occupancy = each.figure(OCCUPANCY);
        if (occupancy >= 0) {
            sum.occupancy += occupancy / 100 * nanos;
            sum.nanosWithOccupancy += nanos;
        }
    }

    private Stream<Sum> most(Map<List<Object>, Sum> sums) {
        return sums.values().stream()
                .sorted(Comparator.<Sum>comparingLong(sum -> sum.nanos).reversed())
                .limit(limits.rows());
    }

    private Kernel kernel(Sum sum) {
        return new Kernel(
                limits.cut(sum.first.name()),
                sum.first.device().toString(),
                limits.cut(work.cause(sum.first).operation()),
                (double) sum.count / steps,
                sum.nanos,
                sum.maxNanos,
                sum.nanosWithOccupancy == 0 ? -1 : sum.occupancy / sum.nanosWithOccupancy);
    }

    private DeviceCopies copies(Sum sum) {
        return new DeviceCopies(
                limits.cut(sum.first.name()),
                sum.first.device().toString(),
                (double) sum.count / steps,
                sum.bytes,
                sum.nanos);
    }

    private DeviceStream stream(Sum sum) {
        return new DeviceStream(
                sum.first.device().toString(), sum.first.track().stream(), (double) sum.count / steps, sum.nanos);
    }

    private List<DeviceUse> use() {
        DeviceSteps all = window.deviceSteps();
        List<DeviceUse> use = new ArrayList<>();
        if (all.devices().size() > 1) {
            use.add(use(DeviceUse.ALL, "", all.together()));
        }
        all.devices().forEach((device, breakdowns) -> use.add(use(device.toString(), name(device), breakdowns)));
        return use.stream().limit(limits.rows()).toList();
    }

    private String name(Device device) {
        return limits.cut(DeviceProperties.of(facts.trace(), device).name());
    }

    private DeviceUse use(String device, String name, List<DeviceBreakdown> breakdowns) {
        List<Part> parts = new ArrayList<>();
        for (DeviceCategory category : DeviceCategory.values()) {
            add(category.name(), category.label(), breakdowns, each -> each.of(category), parts);
        }
        List<Part> host = new ArrayList<>();
        for (StepCategory category : StepCategory.values()) {
            add(
                    category.name(),
                    category.label(),
                    breakdowns,
                    each -> each.host().getOrDefault(category, 0L),
                    host);
        }
        host.sort(Comparator.comparingDouble(Part::share).reversed());
        return new DeviceUse(
                device,
                name,
                facts.ofDevices(breakdowns.stream()
                                .mapToLong(DeviceBreakdown::workNanos)
                                .sum())
                        .value(),
                parts,
                host,
                breakdowns.stream()
                        .mapToLong(DeviceBreakdown::communicationNanos)
                        .sum(),
                breakdowns.stream()
                        .mapToLong(DeviceBreakdown::hiddenCommunicationNanos)
                        .sum());
    }

    private void add(
            String category,
            String label,
            List<DeviceBreakdown> breakdowns,
            ToLongFunction<DeviceBreakdown> nanos,
            List<Part> parts) {
        Distribution distribution = Distribution.of(breakdowns.stream().mapToLong(nanos));
        if (distribution.sum() > 0) {
            parts.add(new Part(
                    category, label, facts.ofDevices(distribution.sum()).value(), distribution, 0));
        }
    }
}
