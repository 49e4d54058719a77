package io.stepprofiler.wire;

import io.stepprofiler.event.Device;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;

/**
 * Figures of a device's allocator: XSpace files have them in each memory event, a trace once a device, as metadata.
 *
 * @param peak peak of bytes in use since the start of the program, from the first event; 0 if not known
 * @param reserved bytes reserved for the stack, from the first event; 0 if not known
 */
public record AllocatorFigures(long peak, long reserved) {
    /** The name of the stat of {@link #peak}. */
    public static final String PEAK = "peak_bytes_in_use";

    /** The name of the stat of {@link #reserved}. */
    public static final String RESERVED = "bytes_reserved";

    /**
     * {@return the known figures of a device}
     *
     * @param device the device
     * @param trace the trace
     */
    public static AllocatorFigures of(Device device, Trace trace) {
        return new AllocatorFigures(number(key(PEAK, device), trace), number(key(RESERVED, device), trace));
    }

    private static long number(String key, Trace trace) {
        MetadataValue value = trace.metadata().get(key);
        return value != null && value.text().matches("\\d{1,18}") ? Long.parseLong(value.text()) : 0;
    }

    private static String key(String stat, Device device) {
        return stat + " of " + device;
    }

    /**
     * {@return these figures, with unknown ones replaced by a later event's}
     *
     * @param later figures of the later event
     */
    public AllocatorFigures or(AllocatorFigures later) {
        return new AllocatorFigures(peak > 0 ? peak : later.peak, reserved > 0 ? reserved : later.reserved);
    }

    /**
     * Adds these figures to the metadata of a trace.
     *
     * @param device the device
     * @param trace the trace
     */
    public void keep(Device device, TraceBuilder trace) {
        keep(key(PEAK, device), peak, trace);
        keep(key(RESERVED, device), reserved, trace);
    }

    private static void keep(String key, long bytes, TraceBuilder trace) {
        if (bytes > 0) {
            trace.metadata(key, new MetadataValue(Long.toString(bytes), false));
        }
    }
}
