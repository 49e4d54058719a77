package io.stepprofiler.delivery;

import io.stepprofiler.services.FoundServices;
import io.stepprofiler.source.BackgroundPriority;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Low priority for the profiler's own threads, so that the training takes precedence.
 *
 * <p>Threads that such a thread starts inherit the low priority, also threads that a shared pool, such as the common
 * pool, starts in a call from it.
 */
public final class BackgroundThreads {
    /** Limit for a service file in which every line is broken. */
    private static final List<BackgroundPriority> PRIORITIES = find(BackgroundThreads.class.getClassLoader());

    private BackgroundThreads() {}

    /** Lowers the priority of the calling thread as far as this process can. Never throws. */
    public static void lower() {
        lower(PRIORITIES);
    }

    @SuppressWarnings("ThreadPriorityCheck") // Correctness does not depend on it.
    static void lower(List<BackgroundPriority> priorities) {
        try {
            Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
        } catch (RuntimeException e) {
            // A security manager refused; the thread works all the same.
        }
        for (BackgroundPriority priority : priorities) {
            try {
                priority.lower();
            } catch (RuntimeException | LinkageError e) {
                // The thread works all the same.
            }
        }
    }

    static List<BackgroundPriority> find(ClassLoader loader) {
        // The thread works without one that cannot be loaded.
        return FoundServices.usable(
                ServiceLoader.load(BackgroundPriority.class, loader), priority -> true, failure -> {});
    }
}
