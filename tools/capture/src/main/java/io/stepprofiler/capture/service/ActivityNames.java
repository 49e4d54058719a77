package io.stepprofiler.capture.service;

import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityType;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Parses names of activities and activity types that clients send. */
final class ActivityNames {
    private static final int MAX_SHOWN = 40;

    private ActivityNames() {}

    /**
     * The types with the given names.
     *
     * @throws IllegalArgumentException if a name is unknown, or there is no name
     */
    static Set<ActivityType> types(List<String> names) {
        Set<ActivityType> types = EnumSet.noneOf(ActivityType.class);
        names.forEach(name -> types.addAll(types(name)));
        if (types.isEmpty()) {
            throw new IllegalArgumentException("activities = [] is not allowed: " + allowed());
        }
        return types;
    }

    private static Set<ActivityType> types(String name) {
        Set<ActivityType> types = Arrays.stream(ActivityType.values())
                .filter(type -> type.name().equalsIgnoreCase(name)
                        || type.activity().name().equalsIgnoreCase(name))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ActivityType.class)));
        if (types.isEmpty()) {
            String shown = name.length() <= MAX_SHOWN ? name : name.substring(0, MAX_SHOWN);
            throw new IllegalArgumentException("activities = '" + shown + "' is not allowed: " + allowed());
        }
        return types;
    }

    private static String allowed() {
        return "must be one of "
                + Stream.concat(Arrays.stream(Activity.values()), Arrays.stream(ActivityType.values()))
                        .map(each -> each.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", "));
    }
}
