package io.stepprofiler.xprof;

import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityType;
import java.util.EnumSet;
import java.util.Set;

/** Level of the host's tracer; each level records everything of the lower levels, too. */
enum HostLevel {
    /** Nothing of the host. */
    OFF(0),
    /** Annotations, scopes and counters of the program. */
    ANNOTATIONS(1),
    /** Events that last long compared to the cost of recording them. */
    EXPENSIVE(2),
    /** Single operations of frameworks, and memory. */
    CHEAP(3);

    private final int number;

    HostLevel(int number) {
        this.number = number;
    }

    /** Its number in the options. */
    int number() {
        return number;
    }

    /** The level with a number. */
    static HostLevel of(int level) {
        for (HostLevel each : values()) {
            if (each.number == level) {
                return each;
            }
        }
        throw OptionText.refused(
                "hostTracerLevel",
                level,
                "must be 0 (nothing), 1 (annotations and scopes), 2 (also modules, communication, data loading and"
                        + " the virtual machine) or 3 (also single operations and memory)");
    }

    /** The lowest level that records a type of the host. */
    static HostLevel first(ActivityType type) {
        return switch (type) {
            case SCOPE, COUNTER -> ANNOTATIONS;
            case MODULE, COMMUNICATION, DATA_LOADER, JVM_SOURCE -> EXPENSIVE;
            case CPU_SOURCE, MEMORY -> CHEAP;
            case CUDA_SOURCE -> throw new IllegalArgumentException(type + " is not of the host");
        };
    }

    /** The recorded types. */
    Set<ActivityType> types() {
        Set<ActivityType> types = EnumSet.noneOf(ActivityType.class);
        for (ActivityType type : ActivityType.values()) {
            if (type.activity() != Activity.CUDA && first(type).compareTo(this) <= 0) {
                types.add(type);
            }
        }
        return types;
    }
}
