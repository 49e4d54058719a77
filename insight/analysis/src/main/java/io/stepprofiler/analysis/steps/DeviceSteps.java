package io.stepprofiler.analysis.steps;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.analysis.steps.LaunchedWork.Operation;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.StepMark;
import java.util.ArrayList;
import java.util.Arrays;
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
    /** Time of the devices for a step, with the times of the step's thread by category. */
    private record HostStep(StepMark step, Map<StepCategory, IntervalSet> host) {}

    /**
     * {@return the breakdown of the complete steps of a window}
     *
     * @param operations the operations of its devices
     * @param hosts the breakdowns of its steps
     */
    public static DeviceSteps of(LaunchedWork operations, Breakdowns hosts) {
        Map<Device, DeviceTimes> times = DeviceTimes.of(operations.all());
        DeviceTimes all = DeviceTimes.together(times.values());
        if (times.isEmpty()) {
            return new DeviceSteps(Map.of(), List.of(), times, all, IntervalSet.NONE);
        }
        List<HostStep> steps = periods(operations, hosts.steps()).stream()
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

    // D27: from start to start, or from the end of the queue.
    /**
     * Returns the times of the devices for each step. They differ from the steps if devices still work on what earlier
     * steps have launched.
     */
    private static List<StepMark> periods(LaunchedWork operations, List<StepMark> steps) {
        if (operations.all().stream().noneMatch(Operation::isLinked)) {
            return steps;
        }
        long[] firstStarts = new long[steps.size()];
        long[] lastEnds = new long[steps.size()];
        Arrays.fill(firstStarts, Long.MAX_VALUE);
        Arrays.fill(lastEnds, Long.MIN_VALUE);
        for (Operation each : operations.all()) {
            if (each.isLinked()) {
                firstStarts[each.step()] = Math.min(firstStarts[each.step()], each.startNanos());
                lastEnds[each.step()] = Math.max(lastEnds[each.step()], each.endNanos());
            }
        }
        List<StepMark> periods = new ArrayList<>();
        long queued = Long.MIN_VALUE;
        for (int i = 0; i < firstStarts.length; i++) {
            StepMark step = steps.get(i);
            StepMark last = i == 0 || steps.get(i - 1).trackId() != step.trackId() ? null : periods.get(i - 1);
            queued = last == null ? Long.MIN_VALUE : queued;
            long start = firstStarts[i] == Long.MAX_VALUE
                    ? step.startNanos()
                    : Math.max(step.startNanos(), Math.min(firstStarts[i], queued));
            long end = Math.max(end(step), lastEnds[i]);
            if (last != null) {
                start = Math.max(start, last.startNanos());
                end = Math.max(end, end(last));
                periods.set(
                        i - 1,
                        period(last, last.startNanos(), Math.max(last.startNanos(), Math.min(end(last), start))));
            }
            periods.add(period(step, start, Math.max(start, end)));
            queued = Math.max(queued, lastEnds[i]);
        }
        return List.copyOf(periods);
    }

    private static long end(StepMark step) {
        return step.startNanos() + step.durationNanos();
    }

    private static StepMark period(StepMark step, long start, long end) {
        return new StepMark(step.number(), start, end - start, step.trackId(), false, step.cpuNanos());
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

    /** {@return the times of the devices for the steps, which may be later and longer than the steps of the threads} */
    public List<StepMark> periods() {
        return together.stream().map(DeviceBreakdown::step).toList();
    }

    /** {@return whether no device worked in the window} */
    public boolean isEmpty() {
        return devices.isEmpty();
    }
}
