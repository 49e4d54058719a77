package io.stepprofiler.mxnet;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivityType;
import java.util.EnumSet;
import java.util.Set;

/**
 * Categories of what is profiled besides the user's own objects, each switched on and off by a key of the
 * configuration, with the bit that MXNet's environment variable has for it.
 */
public enum ProfileCategory {
    /** Operations of graphs and blocks: modules, communication and data loading ({@code profile_symbolic}). */
    SYMBOLIC(1, EnumSet.of(ActivityType.MODULE, ActivityType.COMMUNICATION, ActivityType.DATA_LOADER)),
    /** Single operations that activity sources see on threads, and work on devices ({@code profile_imperative}). */
    IMPERATIVE(2, EnumSet.of(ActivityType.CPU_SOURCE, ActivityType.CUDA_SOURCE)),
    /** Calls of runtimes: of a device's runtime, and what the virtual machine does ({@code profile_api}). */
    API(4, EnumSet.of(ActivityType.JVM_SOURCE, ActivityType.CUDA_SOURCE)),
    /** Memory that is allocated and freed ({@code profile_memory}). */
    MEMORY(8, EnumSet.of(ActivityType.MEMORY, ActivityType.CPU_SOURCE));

    private final int bit;

    @SuppressWarnings("ImmutableEnumChecker") // Never changed.
    private final Set<ActivityType> types;

    ProfileCategory(int bit, Set<ActivityType> types) {
        this.bit = bit;
        this.types = types;
    }

    /** {@return its bit in {@code MXNET_PROFILER_MODE}} */
    public int bit() {
        return bit;
    }

    /** What has to be recorded for it; some of that may belong to another category. */
    Set<ActivityType> types() {
        return EnumSet.copyOf(types);
    }

    /** Those with these bits. */
    static Set<ProfileCategory> ofBits(int bits) {
        Set<ProfileCategory> chosen = EnumSet.noneOf(ProfileCategory.class);
        for (ProfileCategory each : values()) {
            if ((bits & each.bit) != 0) {
                chosen.add(each);
            }
        }
        return chosen;
    }

    /** The category in statistics, as MXNet calls it: the domain, or else by the kind of event. */
    static String name(EventKind kind, String domain, boolean isOfSource) {
        if (!domain.isEmpty()) {
            return domain;
        }
        return kind == EventKind.SCOPE
                ? isOfSource ? "operator" : "event"
                : Texts.lower(kind).replace('_', ' ');
    }

    /** Whether an event belongs to what is chosen; the user's own objects and scopes always do. */
    static boolean admits(Set<ProfileCategory> chosen, EventKind kind, boolean isOfSource) {
        return switch (kind) {
            case MODULE, COMMUNICATION, DATA_LOADER -> chosen.contains(SYMBOLIC);
            case KERNEL, MEMORY_COPY, MEMORY_SET -> chosen.contains(IMPERATIVE);
            case RUNTIME, VIRTUAL_MACHINE, WAIT -> chosen.contains(API);
            default -> !isOfSource || chosen.contains(IMPERATIVE);
        };
    }
}
