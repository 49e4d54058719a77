package io.stepprofiler.handlers.chrome;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.json.JsonText;
import io.stepprofiler.trace.MemoryEvents;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Writes the memory in use of each GPU as a curve below it. It is derived from the memory events and is no counter of
 * the trace; readers recognize it by its process, the GPU.
 */
final class DeviceCounters {
    private final ChromeDocument document;
    private final JsonBytes out;

    DeviceCounters(ChromeDocument document) {
        this.document = document;
        this.out = document.out;
    }

    void write() throws IOException {
        ViewerProcesses processes = document.layout.processes();
        if (processes.hasDevices()) {
            writeMemory(processes);
        }
    }

    private void writeMemory(ViewerProcesses processes) throws IOException {
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
