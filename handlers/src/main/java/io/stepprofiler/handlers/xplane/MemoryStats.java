package io.stepprofiler.handlers.xplane;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.trace.MemoryEvents;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.wire.AllocatorFigures;
import java.util.HashMap;
import java.util.Map;

/**
 * Memory events of a trace by thread, written as the events from which XProf makes its memory profile.
 *
 * <p>XProf takes their times as distances from the start of the trace, and ignores the start of their line.
 *
 * @see <a href="https://github.com/openxla/xprof/tree/master/xprof/convert">xplane_to_memory_profile.cc</a>
 */
final class MemoryStats {
    private static final int[] NONE = {};

    private final MemoryEvents memory;
    private final Plane plane;
    private final Map<Long, int[]> byTrack;
    /** Peak of the bytes in use on the device of each event so far. */
    private final long[] peaks;

    private final Map<Device, AllocatorFigures> allocators = new HashMap<>();

    MemoryStats(Trace trace, Plane plane) {
        this.memory = trace.memory();
        this.plane = plane;
        this.byTrack =
                PlacesByTrack.of(memory.size(), memory::trackId, i -> memory.action(i) != MemoryAction.CATEGORIZE);
        this.peaks = new long[memory.size()];
        Map<Device, Long> peak = new HashMap<>();
        for (Device device : memory.devices()) {
            AllocatorFigures figures = AllocatorFigures.of(device, trace);
            allocators.put(device, figures);
            peak.put(device, figures.peak());
        }
        for (int i = 0; i < peaks.length; i++) {
            peaks[i] = peak.merge(memory.device(i), memory.totalAllocated(i), Math::max);
        }
    }

    /** The memory events of each thread, in the order of time. */
    Map<Long, int[]> byTrack() {
        return byTrack;
    }

    int[] of(long trackId) {
        return byTrack.getOrDefault(trackId, NONE);
    }

    long nanos(int event) {
        return memory.nanos(event);
    }

    int metadata(int event) {
        return plane.dictionary.event(
                switch (memory.action(event)) {
                    case ALLOCATE -> "MemoryAllocation";
                    case FREE -> "MemoryDeallocation";
                    default -> "Out of memory";
                });
    }

    void write(int event, String operation, Stats to) {
        long bytes = Math.abs(memory.bytes(event));
        long inUse = memory.totalAllocated(event);
        to.ref(stat("allocator_name"), stat(memory.device(event).toString()));
        to.number(stat("bytes_allocated"), inUse);
        // Reserved bytes that the allocator has not handed out; tools mean the stack by reserved bytes.
        to.number(stat("bytes_available"), Math.max(memory.totalReserved(event) - inUse, 0));
        to.number(stat(AllocatorFigures.PEAK), peaks[event]);
        AllocatorFigures figures = allocators.get(memory.device(event));
        if (figures != null && figures.reserved() > 0) {
            to.number(stat(AllocatorFigures.RESERVED), figures.reserved());
        }
        to.number(stat("requested_bytes"), bytes);
        to.number(stat("allocation_bytes"), bytes);
        to.number(stat("addr"), memory.address(event));
        String region = region(memory.category(event));
        if (!region.isEmpty()) {
            to.ref(stat("region_type"), stat(region));
        }
        if (!operation.isEmpty()) {
            to.ref(stat("tf_op"), stat(XEventName.ofMemory(operation)));
        }
    }

    private static String region(MemoryCategory category) {
        return switch (category) {
            case PARAMETER, OPTIMIZER_STATE -> "persist";
            case TEMPORARY -> "temp";
            case INPUT, ACTIVATION, GRADIENT, AUTOGRAD_DETAIL -> "output";
            case UNKNOWN -> "";
        };
    }

    private int stat(String name) {
        return plane.dictionary.text(name);
    }
}
