package io.stepprofiler.mxnet;

import io.stepprofiler.ProfileFailure;
import io.stepprofiler.source.ActivitySource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Sources that are services: what is recorded of operations where the configuration names no source. */
final class FoundSources {
    /** A list of services that is broken in every line ends here. */
    private static final int MAX_FAILURES = 16;

    /** What is said of operations where there is no source. */
    static final String NONE = "not recorded: the class path has no source of them, as step-profiler-pytorch and the"
            + " agent have one, and the configuration names none";

    private FoundSources() {}

    /**
     * Those of the thread's class loader, as applications expect, or else of our own. One that cannot be used is told to
     * the troubles, and the others are there.
     */
    static List<ActivitySource> find(Troubles troubles) {
        List<ActivitySource> found = find(ServiceLoader.load(ActivitySource.class), troubles);
        return found.isEmpty()
                ? find(ServiceLoader.load(ActivitySource.class, FoundSources.class.getClassLoader()), troubles)
                : found;
    }

    private static List<ActivitySource> find(ServiceLoader<ActivitySource> services, Troubles troubles) {
        List<ActivitySource> found = new ArrayList<>();
        Iterator<ActivitySource> rest = services.iterator();
        for (int failures = 0; failures < MAX_FAILURES; ) {
            try {
                if (!rest.hasNext()) {
                    break;
                }
                ActivitySource source = rest.next();
                if (source.collectsWhileOpen()) {
                    found.add(source);
                }
            } catch (ServiceConfigurationError | RuntimeException | LinkageError e) {
                failures++;
                troubles.add(
                        ProfileFailure.Kind.SOURCE_FAILED,
                        "A source of operations on the class path cannot be used: " + e,
                        e);
            }
        }
        return found;
    }
}
