package io.stepprofiler.delivery;

import io.stepprofiler.source.BackgroundPriority;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Start of the profiler's own threads, so that the training goes before them.
 *
 * <p>Threads that such a thread starts are as low, also those that a pool of everybody's, such as the common one,
 * happens to start in a call from it.
 */
public final class BackgroundThreads {
    /** A file of services that is broken in every line ends here. */
    private static final int MAX_FAILURES = 16;

    private static final List<BackgroundPriority> PRIORITIES = find(BackgroundThreads.class.getClassLoader());

    private BackgroundThreads() {}

    /** Lowers the priority of the calling thread as far as this process can. Never throws. */
    public static void lower() {
        lower(PRIORITIES);
    }

    @SuppressWarnings("ThreadPriorityCheck") // Nothing is right or wrong by it.
    static void lower(List<BackgroundPriority> priorities) {
        try {
            Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
        } catch (RuntimeException e) {
            // A security manager's; the thread works as well as it is.
        }
        for (BackgroundPriority priority : priorities) {
            try {
                priority.lower();
            } catch (RuntimeException | LinkageError e) {
                // The same.
            }
        }
    }

    static List<BackgroundPriority> find(ClassLoader loader) {
        List<BackgroundPriority> found = new ArrayList<>();
        int failures = 0;
        try {
            Iterator<BackgroundPriority> services =
                    ServiceLoader.load(BackgroundPriority.class, loader).iterator();
            while (failures < MAX_FAILURES) {
                try {
                    if (!services.hasNext()) {
                        break;
                    }
                    found.add(services.next());
                } catch (ServiceConfigurationError e) {
                    failures++;
                }
            }
        } catch (RuntimeException | LinkageError e) {
            // What has been found will do.
        }
        return List.copyOf(found);
    }
}
