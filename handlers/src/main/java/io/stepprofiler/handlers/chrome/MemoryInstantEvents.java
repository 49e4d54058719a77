package io.stepprofiler.handlers.chrome;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.json.JsonText;
import io.stepprofiler.trace.MemoryEvents;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** Writes the memory events of a trace, each on a line with a comma at its end. */
final class MemoryInstantEvents {
    private static final Map<MemoryAction, byte[]> BEGINNINGS = new EnumMap<>(Map.of(
            MemoryAction.ALLOCATE, beginning("[memory]"),
            MemoryAction.FREE, beginning("[memory]"),
            MemoryAction.OUT_OF_MEMORY, beginning("[OutOfMemory]")));
    private static final byte[] ADDRESS = JsonText.utf8(",\"args\":{\"Addr\":");
    private static final byte[] BYTES = JsonText.utf8(",\"Bytes\":");
    private static final byte[] ALLOCATED = JsonText.utf8(",\"Total Allocated\":");
    private static final byte[] RESERVED = JsonText.utf8(",\"Total Reserved\":");
    private static final byte[] DEVICE_TYPE = JsonText.utf8(",\"Device Type\":");
    private static final byte[] DEVICE_ID = JsonText.utf8(",\"Device Id\":");
    private static final byte[] INDEX = JsonText.utf8(",\"" + Arguments.INDEX + "\":");
    private static final byte[] END = JsonText.utf8("}},\n");

    private final ChromeDocument document;
    private final JsonBytes out;
    private final MemoryEvents events;
    private final StatedCategories categories;

    MemoryInstantEvents(ChromeDocument document) {
        this.document = document;
        this.out = document.out;
        this.events = document.trace.memory();
        this.categories = new StatedCategories(events);
    }

    void write() throws IOException {
        // Indices continue after those for steps, which follow the other events.
        long firstIndex = document.trace.eventId(
                        document.trace.tracks().size(), document.trace.steps().size())
                - 1;
        for (int i = 0; i < events.size(); i++) {
            document.meter.add(1);
            byte[] beginning = BEGINNINGS.get(events.action(i));
            if (beginning != null) {
                out.put(beginning);
                write(i, firstIndex + i);
            }
        }
    }

    private void write(int event, long index) throws IOException {
        Device device = events.device(event);
        out.put(document.layout.own(events.trackId(event)).json());
        out.micros(events.nanos(event) + document.base.offset());
        writeNumber(ADDRESS, events.address(event));
        writeNumber(BYTES, events.bytes(event));
        writeNumber(ALLOCATED, events.totalAllocated(event));
        writeNumber(RESERVED, events.totalReserved(event));
        writeNumber(DEVICE_TYPE, device.type().code());
        writeNumber(DEVICE_ID, device.index());
        writeNumber(INDEX, index);
        MemoryCategory category = categories.of(event);
        if (category != MemoryCategory.UNKNOWN) {
            out.put(",\"Category\":\"" + category.label() + "\"");
        }
        if (events.stackId(event) >= 0) {
            out.put(document.operations.ofStack(events.stackId(event)));
        }
        out.put(END);
    }

    private void writeNumber(byte[] key, long value) throws IOException {
        out.put(key);
        out.number(value);
    }

    private static byte[] beginning(String name) {
        return JsonText.utf8(
                "{\"ph\":\"i\",\"cat\":\"cpu_instant_event\",\"s\":\"t\",\"name\":" + JsonText.quoted(name));
    }
}
