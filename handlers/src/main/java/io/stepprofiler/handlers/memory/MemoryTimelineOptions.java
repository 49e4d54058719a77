package io.stepprofiler.handlers.memory;

import io.stepprofiler.trace.Device;
import java.util.Optional;

/**
 * What a memory timeline shows.
 *
 * @param device whose memory; empty for {@code cuda:0} if the trace has memory events of it, else the host
 * @param inferCategories whether categories are inferred from what operations did, for which the profile needs
 *     {@code recordShapes} and {@code withStack}; without that there are only those that were stated
 */
public record MemoryTimelineOptions(Optional<Device> device, boolean inferCategories) {
    /** The usual device, categories inferred. */
    public static final MemoryTimelineOptions DEFAULT = new MemoryTimelineOptions(Optional.empty(), true);

    /**
     * {@return these options for one device}
     *
     * @param shown whose memory
     */
    public MemoryTimelineOptions withDevice(Device shown) {
        return new MemoryTimelineOptions(Optional.of(shown), inferCategories);
    }

    /**
     * {@return these options with or without inference}
     *
     * @param inferred whether categories are inferred; default true
     */
    public MemoryTimelineOptions withInferCategories(boolean inferred) {
        return new MemoryTimelineOptions(device, inferred);
    }
}
