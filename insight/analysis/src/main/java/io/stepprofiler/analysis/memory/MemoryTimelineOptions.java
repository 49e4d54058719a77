package io.stepprofiler.analysis.memory;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.RecordingOptions;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * Options of a memory timeline: its device, and whether categories are inferred.
 *
 * @param device the device of the memory; empty for {@code cuda:0} if the trace has memory events of it, else the host
 * @param inferCategories whether categories are inferred from operations, which needs {@code recordShapes} and {@code
 *     withStack} in the profile; otherwise only stated categories are used
 */
public record MemoryTimelineOptions(Optional<Device> device, boolean inferCategories) {
    /** The usual device, categories inferred. */
    public static final MemoryTimelineOptions DEFAULT = new MemoryTimelineOptions(Optional.empty(), true);

    /**
     * {@return these options for one device}
     *
     * @param shown the device
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
     * Checks that a profile records all that these options need.
     *
     * @param recorded the options of the profile
     * @throws IllegalArgumentException if something is missing; the message names it
     */
    public void require(RecordingOptions recorded) {
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
