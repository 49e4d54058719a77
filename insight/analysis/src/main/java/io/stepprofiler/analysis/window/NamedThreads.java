package io.stepprofiler.analysis.window;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Threads whose names differ only in their last number, such as the workers of a pool, or a single thread.
 *
 * @param name name of the single thread, or the common name with {@code *} in place of the number
 * @param ids ids of their tracks
 */
public record NamedThreads(String name, Set<Long> ids) {
    private static final Pattern NUMBER = Pattern.compile("\\d+$");

    /** Copies the ids. */
    public NamedThreads {
        ids = Set.copyOf(ids);
    }

    /** Returns the name that a thread shares with the others of its pool. */
    static String common(String thread) {
        return NUMBER.matcher(thread).replaceFirst("*");
    }

    /** {@return whether there are several threads} */
    public boolean isPool() {
        return ids.size() > 1;
    }

    /** {@return one of the threads as sentences show it, such as {@code thread 'loader'}} */
    public String text() {
        return (isPool() ? "a thread of '" : "thread '") + name + "'";
    }
}
