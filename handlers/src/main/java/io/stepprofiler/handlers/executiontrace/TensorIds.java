package io.stepprofiler.handlers.executiontrace;

import io.stepprofiler.event.Device;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Ids of tensors and storages, and the devices of storages. */
final class TensorIds {
    /** Address and id of a storage that is not known. */
    static final long UNKNOWN = 0;

    private record View(long address, TensorValue value) {}

    private final LongSupplier newId;
    private final Map<Long, Long> storages = new HashMap<>();
    private final Map<View, Long> views = new HashMap<>();
    private final Map<Long, String> devices = new HashMap<>();
    private final String otherwise;

    TensorIds(Trace trace, LongSupplier newId) {
        this.newId = newId;
        MemoryEvents memory = trace.memory();
        for (int i = 0; i < memory.size(); i++) {
            devices.put(memory.address(i), memory.device(i).toString());
        }
        boolean onlyHost = memory.devices().stream().allMatch(Device.CPU::equals)
                && trace.tracks().stream().allMatch(track -> track.device().isEmpty());
        otherwise = onlyHost ? Device.CPU.toString() : "";
    }

    /**
     * Returns the same id for the same type, dimensions and strides on the same storage, and a new id each time if the
     * storage is not known, because equal tensors cannot be recognized then.
     */
    long tensorId(long address, TensorValue value) {
        return address == UNKNOWN
                ? newId.getAsLong()
                : views.computeIfAbsent(new View(address, value.read()), view -> newId.getAsLong());
    }

    long storageId(long address) {
        return address == UNKNOWN ? UNKNOWN : storages.computeIfAbsent(address, key -> newId.getAsLong());
    }

    /**
     * Returns the device from memory events; else the host if nothing in the trace is on another device; else an empty
     * text.
     */
    String device(long address) {
        return devices.getOrDefault(address, otherwise);
    }
}
