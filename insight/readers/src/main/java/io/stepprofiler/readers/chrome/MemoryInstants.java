package io.stepprofiler.readers.chrome;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.trace.TraceBuilder;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Allocations and frees, which are instants in files of Kineto and in ours. */
final class MemoryInstants {
    private static final int EVENT_BYTES = 160;
    private static final String MEMORY = "[memory]";
    private static final String OUT_OF_MEMORY = "[OutOfMemory]";
    private static final String BYTES = "Bytes";

    /** Torch's numbers of device types that work like GPUs: NVIDIA, AMD, Intel, and Meta's MTIA. */
    private static final Set<Long> GPUS = Set.of((long) Device.Type.CUDA.code(), 6L, 12L, 19L);

    private static final Map<String, MemoryCategory> CATEGORIES = Arrays.stream(MemoryCategory.values())
            .collect(Collectors.toMap(MemoryCategory::label, Function.identity()));

    private final TraceBuilder trace;
    private final Charges charges;
    private final Tally tally;
    private int size;

    MemoryInstants(TraceBuilder trace, Charges charges, Tally tally) {
        this.trace = trace;
        this.charges = charges;
        this.tally = tally;
    }

    int size() {
        return size;
    }

    static boolean isOne(EventRecord event) {
        return event.name.equals(MEMORY) || event.name.equals(OUT_OF_MEMORY);
    }

    void add(EventRecord event, long trackId, int stackId) throws ImportException {
        ArgumentList arguments = event.arguments;
        long type = arguments.number("Device Type", Device.Type.CPU.code());
        long index = arguments.number("Device Id", -1);
        boolean isGpu = GPUS.contains(type);
        if (type != Device.Type.CPU.code() && (!isGpu || index < 0 || index > 1 << 20)) {
            tally.notTaken("memory events of devices that are neither the processor nor a GPU");
            return;
        }
        charges.event();
        charges.memory(EVENT_BYTES);
        size++;
        long bytes = arguments.number(BYTES, 0);
        // A free of an unknown number of bytes has 0.
        MemoryAction action = event.name.equals(OUT_OF_MEMORY)
                ? MemoryAction.OUT_OF_MEMORY
                : bytes > 0 ? MemoryAction.ALLOCATE : MemoryAction.FREE;
        trace.memory(new MemoryEvent(
                event.start,
                trackId,
                action,
                isGpu ? Device.cuda((int) index) : Device.CPU,
                arguments.number("Addr", 0),
                bytes,
                arguments.number("Total Allocated", -1),
                arguments.number("Total Reserved", 0),
                CATEGORIES.getOrDefault(arguments.text("Category"), MemoryCategory.UNKNOWN),
                stackId));
    }
}
