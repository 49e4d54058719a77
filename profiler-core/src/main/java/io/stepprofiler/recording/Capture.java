package io.stepprofiler.recording;

import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.ActivityType;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Selection of the activities and details that the threads of a window record.
 *
 * @param options details that are recorded of each event
 * @param stackInterval number of scopes of a thread for each call stack that is taken
 * @param types activity types that are recorded
 */
public record Capture(RecordingOptions options, int stackInterval, Set<ActivityType> types) {
    /** Removes memory and modules unless the options ask for them. */
    public Capture {
        Set<ActivityType> wanted = EnumSet.noneOf(ActivityType.class);
        wanted.addAll(types);
        if (!options.profileMemory()) {
            wanted.remove(ActivityType.MEMORY);
        }
        if (!options.withModules()) {
            wanted.remove(ActivityType.MODULE);
        }
        types = Collections.unmodifiableSet(wanted);
    }

    public Capture with(Set<ActivityType> chosen) {
        return new Capture(options, stackInterval, chosen);
    }
}
