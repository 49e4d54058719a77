package io.stepprofiler.wire;

import io.stepprofiler.event.Device;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;

/**
 * What XSpace files say of the allocator of a device in each memory event, and a trace has once a device, as metadata.
 *
 * @param peak the most bytes in use since the program began, as the first event says; 0 if not known
 * @param reserved bytes that are kept for the stack, as the first event says; 0 if not known
 */
public record AllocatorFigures(long peak, long reserved) {
    /** The name of the stat of {@link #peak}. */
    public static final String PEAK = "peak_bytes_in_use";

    /** The name of the stat of {@link #reserved}. */
    public static final String RESERVED = "bytes_reserved";

    /**
     * {@return what is known of a device}
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
     * {@return these, as far as they are known, and else those of a later event}
     *
     * @param later what it says
     */
    public AllocatorFigures or(AllocatorFigures later) {
        return new AllocatorFigures(peak > 0 ? peak : later.peak, reserved > 0 ? reserved : later.reserved);
    }

    /**
     * Keeps them in a trace.
     *
     * @param device whose they are
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
