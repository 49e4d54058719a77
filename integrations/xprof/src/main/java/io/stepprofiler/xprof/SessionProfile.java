package io.stepprofiler.xprof;

import io.stepprofiler.Profile;
import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.ActivityType;
import io.stepprofiler.source.JvmCounters;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Profile of a session, according to its options. */
final class SessionProfile {
    private SessionProfile() {}

    /** Creates the profile, not started. */
    static Profile of(SessionFiles files, ProfileOptions options) {
        ProfileBuilder builder = Profile.builder().name("XProf session");
        AdvancedConfiguration.apply(options.advancedConfiguration(), builder);
        Set<ActivityType> types = types(options);
        if (types.contains(ActivityType.MEMORY)) {
            builder.profileMemory(true);
        }
        boolean ofJvm = options.hostLevel().types().contains(ActivityType.JVM_SOURCE);
        if (ofJvm) {
            builder.source(JvmCounters.create());
        }
        if (options.pythonTracerLevel() > 0) {
            builder.source(StackSampling.source(ofJvm));
        }
        options.sources().forEach(builder::source);
        restrict(builder, types, options);
        builder.onTraceReady(files);
        options.handlers().forEach(builder::onTraceReady);
        return builder.build();
    }

    /** True if memory is recorded. */
    static boolean recordsMemory(ProfileOptions options) {
        return types(options).contains(ActivityType.MEMORY);
    }

    private static Set<ActivityType> types(ProfileOptions options) {
        Set<ActivityType> types = options.hostLevel().types();
        if (!options.includeDatasetOps()) {
            types.remove(ActivityType.DATA_LOADER);
        }
        if (Boolean.TRUE.equals(options.advancedConfiguration().get(AdvancedConfiguration.MEMORY))) {
            types.add(ActivityType.MEMORY);
        } else if (options.advancedConfiguration().containsKey(AdvancedConfiguration.MEMORY)) {
            types.remove(ActivityType.MEMORY);
        }
        if (options.pythonTracerLevel() > 0) {
            types.add(ActivityType.JVM_SOURCE);
        }
        if (options.deviceTracerLevel() > 0) {
            types.add(ActivityType.CUDA_SOURCE);
        }
        return types;
    }

    private static void restrict(ProfileBuilder builder, Set<ActivityType> types, ProfileOptions options) {
        boolean hasDevices =
                options.sources().stream().map(ActivitySource::activity).anyMatch(Activity.CUDA::equals);
        Set<Activity> activities = EnumSet.noneOf(Activity.class);
        for (Activity activity : Activity.values()) {
            Set<ActivityType> part =
                    types.stream().filter(type -> type.activity() == activity).collect(Collectors.toSet());
            if (!part.isEmpty() && (activity != Activity.CUDA || hasDevices)) {
                activities.add(activity);
                builder.activity(activity, part);
            }
        }
        builder.activities(activities);
    }
}
