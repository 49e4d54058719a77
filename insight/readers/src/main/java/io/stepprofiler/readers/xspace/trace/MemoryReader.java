package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.MemoryAction;
import io.stepprofiler.event.MemoryCategory;
import io.stepprofiler.event.MemoryEvent;
import io.stepprofiler.readers.xspace.ProfileEvent;
import io.stepprofiler.readers.xspace.ProfileStat;
import io.stepprofiler.readers.xspace.trace.EventType.Role;
import io.stepprofiler.trace.TraceBuilder;
import io.stepprofiler.wire.AllocatorFigures;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes memory events from the events of XProf's memory profile. Temporary memory is their only category in the file;
 * other regions stand for several categories.
 */
final class MemoryReader {
    private static final Pattern GPU = Pattern.compile("(?i)(?:cuda:|gpu[_:])(\\d{1,9}).*");
    private static final long UNKNOWN = -1;

    private final TraceBuilder trace;
    private final Map<Device, AllocatorFigures> figures = new LinkedHashMap<>();

    MemoryReader(TraceBuilder trace) {
        this.trace = trace;
    }

    /** Adds the totals of allocators to the metadata; files of this profiler have them as metadata already. */
    void describe() {
        figures.forEach((device, found) -> found.keep(device, trace));
    }

    void read(ProfileEvent event, Role role, LinePlace place) {
        long size = Math.max(number(event, "allocation_bytes", number(event, "requested_bytes", 0)), 0);
        long inUse = number(event, "bytes_allocated", UNKNOWN);
        long available = number(event, "bytes_available", 0);
        Device device = device(text(event, "allocator_name"));
        AllocatorFigures told = new AllocatorFigures(
                number(event, AllocatorFigures.PEAK, 0), number(event, AllocatorFigures.RESERVED, 0));
        figures.merge(device, told, AllocatorFigures::or);
        trace.memory(new MemoryEvent(
                event.startNanos(),
                place.track().id(),
                action(role),
                device,
                number(event, "addr", 0),
                role == Role.DEALLOCATION ? -size : size,
                inUse,
                inUse >= 0 && available > 0 ? inUse + available : 0,
                text(event, "region_type").equals("temp") ? MemoryCategory.TEMPORARY : MemoryCategory.UNKNOWN,
                -1));
    }

    private static MemoryAction action(Role role) {
        return switch (role) {
            case DEALLOCATION -> MemoryAction.FREE;
            case OUT_OF_MEMORY -> MemoryAction.OUT_OF_MEMORY;
            default -> MemoryAction.ALLOCATE;
        };
    }

    private static Device device(String allocator) {
        Matcher gpu = GPU.matcher(allocator);
        return gpu.matches() ? Device.cuda(Integer.parseInt(gpu.group(1))) : Device.CPU;
    }

    private static long number(ProfileEvent event, String stat, long otherwise) {
        return event.stat(stat).map(value -> value.asLong().orElse(otherwise)).orElse(otherwise);
    }

    private static String text(ProfileEvent event, String stat) {
        return event.stat(stat).map(ProfileStat::asText).orElse("");
    }
}
