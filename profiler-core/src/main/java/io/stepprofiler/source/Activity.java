package io.stepprofiler.source;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Where what is recorded happens. */
public enum Activity {
    /** On the threads of the process: scopes, operations, counters, memory events. */
    CPU,
    /** In the virtual machine: what an {@link ActivitySource} sees by default. */
    JVM,
    /** On GPUs: what activity sources see that say so. */
    CUDA;

    /**
     * {@return the activity with a name, in lower or upper case}
     *
     * @param name such as {@code cpu}
     * @throws IllegalArgumentException if there is none, naming those there are
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
