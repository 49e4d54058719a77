package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.event.SampleKind;
import io.stepprofiler.readers.xspace.ProfileData;
import io.stepprofiler.readers.xspace.ProfileEventMetadata;
import io.stepprofiler.readers.xspace.ProfileStat;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Details that a file has of its events, for files that do not state the recorded options. */
final class FileDetails {
    private static final Set<String> MEMORY_EVENTS = Set.of("MemoryAllocation", "MemoryDeallocation");
    private static final Set<String> SAMPLE_KINDS =
            Arrays.stream(SampleKind.values()).map(SampleKind::label).collect(Collectors.toSet());

    private final List<ProfileEventMetadata> types;

    FileDetails(ProfileData profile) {
        types = profile.planes().stream()
                .flatMap(plane -> plane.eventMetadata().stream())
                .toList();
    }

    boolean hasMemoryEvents() {
        return types.stream().anyMatch(type -> MEMORY_EVENTS.contains(type.name()));
    }

    /** The details as options; in files of other writers only memory events have the names of this profiler. */
    RecordingOptions options(boolean isOurs) {
        return new RecordingOptions(
                isOurs && has(type -> type.stat("Input Dims").isPresent()),
                hasMemoryEvents(),
                isOurs && has(type -> type.stat("Call stack").isPresent() && !SAMPLE_KINDS.contains(kind(type))),
                isOurs && has(type -> type.stat("FLOPs").isPresent()),
                isOurs && has(type -> kind(type).equals("module")));
    }

    private boolean has(Predicate<ProfileEventMetadata> detail) {
        return types.stream().anyMatch(detail);
    }

    private static String kind(ProfileEventMetadata type) {
        return type.stat("Kind").map(ProfileStat::asText).orElse("");
    }
}
