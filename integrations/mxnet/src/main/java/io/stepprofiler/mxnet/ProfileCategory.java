package io.stepprofiler.mxnet;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.source.ActivityType;
import java.util.EnumSet;
import java.util.Set;

/**
 * Categories of profiled activity besides the user's own objects. Each is switched by a key of the configuration, and
 * has a bit in MXNet's environment variable.
 */
public enum ProfileCategory {
    /** Operations of graphs and blocks: modules, communication and data loading ({@code profile_symbolic}). */
    SYMBOLIC(1, EnumSet.of(ActivityType.MODULE, ActivityType.COMMUNICATION, ActivityType.DATA_LOADER)),
    /** Single operations that activity sources record on threads, and work on devices ({@code profile_imperative}). */
    IMPERATIVE(2, EnumSet.of(ActivityType.CPU_SOURCE, ActivityType.CUDA_SOURCE)),
    /** Calls of device runtimes, and activity of the virtual machine ({@code profile_api}). */
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

    /** Returns the types that must be recorded for it; some may belong to another category, too. */
    Set<ActivityType> types() {
        return EnumSet.copyOf(types);
    }

    /** Returns the categories with these bits. */
    static Set<ProfileCategory> ofBits(int bits) {
        Set<ProfileCategory> chosen = EnumSet.noneOf(ProfileCategory.class);
        for (ProfileCategory each : values()) {
            if ((bits & each.bit) != 0) {
                chosen.add(each);
            }
        }
        return chosen;
    }

    /** Returns the name of an event's category in statistics, as in MXNet: the domain, or else by its kind. */
    static String name(EventKind kind, String domain, boolean isOfSource) {
        if (!domain.isEmpty()) {
            return domain;
        }
        return kind == EventKind.SCOPE
                ? isOfSource ? "operator" : Event.CATEGORY
                : MxMessages.lower(kind).replace('_', ' ');
    }

    /** Returns whether an event belongs to chosen categories; the user's own objects and scopes always do. */
    static boolean admits(Set<ProfileCategory> chosen, EventKind kind, boolean isOfSource) {
        return switch (kind) {
            case MODULE, COMMUNICATION, DATA_LOADER -> chosen.contains(SYMBOLIC);
            case KERNEL, MEMORY_COPY, MEMORY_SET -> chosen.contains(IMPERATIVE);
            case RUNTIME, VIRTUAL_MACHINE, WAIT -> chosen.contains(API);
            default -> !isOfSource || chosen.contains(IMPERATIVE);
        };
    }
}
