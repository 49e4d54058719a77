package io.stepprofiler.source;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Place of the recorded activity: the process's threads, the virtual machine or GPUs. */
public enum Activity {
    /** On the threads of the process: scopes, operations, counters, memory events. */
    CPU,
    /** In the virtual machine: the default of an {@link ActivitySource}. */
    JVM,
    /** On GPUs: recorded by activity sources with this activity. */
    CUDA;

    /**
     * {@return the activity with a name, in lower or upper case}
     *
     * @param name such as {@code cpu}
     * @throws IllegalArgumentException if there is none, listing all names
     */
    public static Activity of(String name) {
        return Arrays.stream(values())
                .filter(activity -> activity.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("activity = " + name + " is not allowed: must be one of "
                                + Arrays.stream(values())
                                        .map(activity -> activity.name().toLowerCase(Locale.ROOT))
                                        .collect(Collectors.joining(", "))));
    }
}
