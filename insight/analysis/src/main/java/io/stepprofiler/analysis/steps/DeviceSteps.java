package io.stepprofiler.analysis.steps;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Breakdown of the steps of a window by device, in which every nanosecond counts once.
 *
 * @param devices the breakdowns of the steps by device, in the order of the devices and of the steps; empty if no
 *     device worked in the window
 * @param together the breakdowns of the steps over all devices: a time counts as kernel if any device runs one, and so
 *     on; empty if no device worked
 * @param times times of each device by category
 * @param allTimes times of all devices by category
 * @param alone times at which the thread of a step runs and no device works
 */
public record DeviceSteps(
        Map<Device, List<DeviceBreakdown>> devices,
        List<DeviceBreakdown> together,
        Map<Device, DeviceTimes> times,
        DeviceTimes allTimes,
        IntervalSet alone) {
    /** Step with the times of its thread by category. */
    private record HostStep(StepMark step, Map<StepCategory, IntervalSet> host) {}

    /**
     * {@return the breakdown of the complete steps of a window}
     *
     * <p>Takes a pass over the events of devices.
     *
     * @param trace the window
     * @param hosts the breakdowns of its steps
     */
    public static DeviceSteps of(Trace trace, Breakdowns hosts) {
        Map<Device, DeviceTimes> times = DeviceTimes.of(trace);
        DeviceTimes all = DeviceTimes.together(times.values());
        if (times.isEmpty()) {
            return new DeviceSteps(Map.of(), List.of(), times, all, IntervalSet.NONE);
        }
        List<HostStep> steps = hosts.steps().stream()
                .map(step -> new HostStep(step, hosts.stretches(step)))
                .toList();
        Map<Device, List<DeviceBreakdown>> devices = new LinkedHashMap<>();
        times.forEach((device, each) -> devices.put(device, breakdowns(steps, each)));
        IntervalSet.Builder alone = new IntervalSet.Builder();
        steps.forEach(step -> step.host.forEach((category, stretches) -> {
            if (category.isRunning()) {
                alone.addAll(stretches.minus(all.work()));
            }
        }));
        return new DeviceSteps(devices, breakdowns(steps, all), times, all, alone.build());
    }

    private static List<DeviceBreakdown> breakdowns(List<HostStep> steps, DeviceTimes times) {
        return steps.stream().map(each -> breakdown(each, times)).toList();
    }

    private static DeviceBreakdown breakdown(HostStep each, DeviceTimes times) {
        StepMark step = each.step;
        Map<DeviceCategory, Long> nanos = new EnumMap<>(DeviceCategory.class);
        IntervalSet whole = Breakdowns.stretch(step);
        IntervalSet free = whole;
        for (DeviceCategory category : DeviceCategory.values()) {
            if (category.isWork()) {
                IntervalSet own = times.of(category);
                nanos.put(category, free.and(own).nanos());
                free = free.minus(own);
            }
        }
        Map<StepCategory, Long> meanwhile = new EnumMap<>(StepCategory.class);
        for (Map.Entry<StepCategory, IntervalSet> host : each.host.entrySet()) {
            long both = free.and(host.getValue()).nanos();
            meanwhile.put(host.getKey(), both);
            nanos.merge(host.getKey().isRunning() ? DeviceCategory.HOST : DeviceCategory.IDLE, both, Long::sum);
        }
        IntervalSet communication = whole.and(times.of(DeviceCategory.COMMUNICATION));
        return new DeviceBreakdown(
                step,
                nanos,
                meanwhile,
                communication.nanos(),
                communication.and(times.of(DeviceCategory.KERNEL)).nanos());
    }

    /** {@return whether no device worked in the window} */
    public boolean isEmpty() {
        return devices.isEmpty();
    }
}
