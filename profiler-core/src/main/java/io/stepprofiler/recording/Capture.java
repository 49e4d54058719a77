package io.stepprofiler.recording;

import io.stepprofiler.event.CaptureOptions;
import io.stepprofiler.source.ActivityType;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Selection of what the threads of a window record.
 *
 * @param options what about each event
 * @param stackInterval of how many scopes of a thread one gets its call stack
 * @param types what at all
 */
public record Capture(CaptureOptions options, int stackInterval, Set<ActivityType> types) {
    /** Leaves memory and modules out where the options do not ask for them. */
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
