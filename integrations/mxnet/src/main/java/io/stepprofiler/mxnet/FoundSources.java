package io.stepprofiler.mxnet;

import io.stepprofiler.ProfileFailure;
import io.stepprofiler.services.FoundServices;
import io.stepprofiler.source.ActivitySource;
import java.util.List;
import java.util.ServiceLoader;

/** Activity sources found as services, for configurations that name no source. */
final class FoundSources {
    /** Limit of broken services, at which the search ends. */
    /** Note about operations if there is no source. */
    static final String NONE = "not recorded: neither the configuration nor the class path has a source of them,"
            + " such as step-profiler-pytorch or the agent";

    private FoundSources() {}

    // M6: keys cannot name a source, so services are searched.
    /**
     * Finds sources by the thread's class loader, as applications expect, or else by our own. A source that cannot be
     * used is added to the failures and left out.
     */
    static List<ActivitySource> find(MxFailureLog troubles) {
        List<ActivitySource> found = find(ServiceLoader.load(ActivitySource.class), troubles);
        return found.isEmpty()
                ? find(ServiceLoader.load(ActivitySource.class, FoundSources.class.getClassLoader()), troubles)
                : found;
    }

    private static List<ActivitySource> find(ServiceLoader<ActivitySource> services, MxFailureLog troubles) {
        return FoundServices.usable(
                services,
                ActivitySource::collectsWhileOpen,
                failure -> troubles.add(
                        ProfileFailure.Kind.SOURCE_FAILED,
                        "A source of operations on the class path cannot be used: " + failure,
                        failure));
    }
}
