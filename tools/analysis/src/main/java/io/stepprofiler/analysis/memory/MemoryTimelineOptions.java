package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.event.Device;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * Options of a memory timeline: its device, and whether categories are inferred.
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

    /**
     * Refuses to work from what is recorded without what is needed.
     *
     * @param recorded what a profile records
     * @throws IllegalArgumentException if something is missing, naming it
     */
    public void require(CaptureOptions recorded) {
        StringJoiner missing = new StringJoiner(", ");
        if (inferCategories && !recorded.recordShapes()) {
            missing.add("recordShapes");
        }
        if (!recorded.profileMemory()) {
            missing.add("profileMemory");
        }
        if (inferCategories && !recorded.withStack()) {
            missing.add("withStack");
        }
        if (missing.length() > 0) {
            String remedy = recorded.profileMemory()
                    ? " Without inferCategories, profileMemory is enough."
                    : " Turn them on in the profile.";
            throw new IllegalArgumentException(missing + " required for memory profiling." + remedy);
        }
    }
}
