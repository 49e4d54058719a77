package io.stepprofiler.analysis.window;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/**
 * Peak memory of a device in a window.
 *
 * @param device the device
 * @param heldBytes most bytes that the allocator had reserved at a time; bytes in use if it does not report them
 * @param usedBytes bytes in use at that time
 * @param limitBytes memory of the device in bytes; 0 if not known
 * @param nanos time of the peak, on the clock of the trace
 * @param failures number of failed requests for memory
 * @param failedBytes bytes of the last failed request
 * @param failedNanos time of the last failed request
 * @param failedStack its call stack, innermost frame first; empty if not known
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
    /** {@return the peak as a part of the device's memory; 0 if its size is not known} */
    public double part() {
        return limitBytes == 0 ? 0 : (double) heldBytes / limitBytes;
    }

    /**
     * {@return the use of each device that has memory events, in the order of their first events}
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
