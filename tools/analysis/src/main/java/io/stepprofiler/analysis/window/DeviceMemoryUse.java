package io.stepprofiler.analysis.window;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/**
 * The most memory of a device that was taken in a window.
 *
 * @param device the device
 * @param heldBytes most bytes that the allocator held at a time; those in use where it does not say
 * @param usedBytes bytes in use then
 * @param limitBytes how many the device has; 0 if not known
 * @param nanos when that was, on the clock of the trace
 * @param failures how often there was not enough
 * @param failedBytes how much was asked for the last time there was not enough
 * @param failedNanos when that was
 * @param failedStack where that was, innermost frame first; empty if not known
 */
public record DeviceMemoryUse(
        Device device,
        long heldBytes,
        long usedBytes,
        long limitBytes,
        long nanos,
        long failures,
        long failedBytes,
        long failedNanos,
        List<StackTraceElement> failedStack) {
    /** {@return which part of the device's memory was taken; 0 if it is not known how much there is} */
    public double part() {
        return limitBytes == 0 ? 0 : (double) heldBytes / limitBytes;
    }

    /**
     * {@return the use of each device that has memory events, in the order in which they first occur}
     *
     * @param trace the window
     */
    public static List<DeviceMemoryUse> of(Trace trace) {
        List<DeviceMemoryUse> uses = new ArrayList<>();
        for (Device device : trace.memory().devices()) {
            if (device.type() != Device.Type.CPU) {
                uses.add(of(trace, device));
            }
        }
        return uses;
    }

    private static DeviceMemoryUse of(Trace trace, Device device) {
        MemoryEvents events = trace.memory();
        int most = -1;
        int failed = -1;
        long failures = 0;
        for (int i = 0; i < events.size(); i++) {
            if (events.device(i).equals(device)) {
                if (events.action(i) == MemoryAction.OUT_OF_MEMORY) {
                    failures++;
                    failed = i;
                }
                most = most < 0 || held(events, i) > held(events, most) ? i : most;
            }
        }
        return new DeviceMemoryUse(
                device,
                most < 0 ? 0 : held(events, most),
                most < 0 ? 0 : events.totalAllocated(most),
                DeviceProperties.of(trace, device).memoryBytes(),
                most < 0 ? 0 : events.nanos(most),
                failures,
                failed < 0 ? 0 : events.bytes(failed),
                failed < 0 ? 0 : events.nanos(failed),
                failed < 0 || events.stackId(failed) < 0 ? List.of() : trace.stack(events.stackId(failed)));
    }

    private static long held(MemoryEvents events, int index) {
        return Math.max(events.totalAllocated(index), events.totalReserved(index));
    }
}
