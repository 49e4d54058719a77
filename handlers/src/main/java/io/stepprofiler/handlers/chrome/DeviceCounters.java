package io.stepprofiler.handlers.chrome;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.handlers.rows.GpuUtilization;
import io.stepprofiler.trace.MemoryEvents;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Writes the curves that viewers show below each GPU: how busy it was, and its memory in use. They follow from the rest
 * of the trace and are no counters of it; readers know them by their process, which is the GPU.
 */
final class DeviceCounters {
    private final Document document;
    private final JsonBytes out;

    DeviceCounters(Document document) {
        this.document = document;
        this.out = document.out;
    }

    void write() throws IOException {
        Processes processes = document.layout.processes();
        for (GpuUtilization.Curve curve : GpuUtilization.of(document.trace)) {
            if (processes.isShown(curve.device())) {
                writeUtilization(curve);
            }
        }
        if (processes.hasDevices()) {
            writeMemory(processes);
        }
    }

    private void writeUtilization(GpuUtilization.Curve curve) throws IOException {
        byte[] prefix = prefix("GPU utilization %", curve.device());
        List<Double> percents = curve.percents();
        double before = -1;
        for (int i = 0; i <= percents.size(); i++) {
            double percent = i < percents.size() ? Math.round(percents.get(i) * 100) / 100.0 : 0;
            if (percent != before) {
                writeValue(prefix, curve.startNanos() + i * curve.stretchNanos(), JsonText.number(percent));
            }
            before = percent;
        }
    }

    private void writeMemory(Processes processes) throws IOException {
        MemoryEvents events = document.trace.memory();
        Set<Device> withReserved = new HashSet<>();
        for (int i = 0; i < events.size(); i++) {
            Device device = events.device(i);
            if (events.action(i) == MemoryAction.CATEGORIZE || !processes.isShown(device)) {
                continue;
            }
            String allocated = Long.toString(events.totalAllocated(i));
            writeValue(prefix("Memory allocated", device), events.nanos(i), allocated);
            long reserved = events.totalReserved(i);
            if (reserved != 0 || withReserved.contains(device)) {
                withReserved.add(device);
                writeValue(prefix("Memory reserved", device), events.nanos(i), Long.toString(reserved));
            }
        }
    }

    private static byte[] prefix(String name, Device device) {
        return JsonText.utf8(
                "{\"ph\":\"C\",\"name\":" + JsonText.quoted(name) + ",\"pid\":" + device.index() + ",\"ts\":");
    }

    private void writeValue(byte[] prefix, long nanos, String value) throws IOException {
        out.put(prefix);
        out.micros(nanos + document.base.offset());
        out.put(",\"args\":{\"\":" + value + "}},\n");
    }
}
