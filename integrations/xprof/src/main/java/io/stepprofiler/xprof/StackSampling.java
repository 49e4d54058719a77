package io.stepprofiler.xprof;

import io.stepprofiler.jvm.EventGroup;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.source.ActivitySource;

/** The source of samples of Java stacks, if it is on the class path: the only class that names its classes. */
final class StackSampling {
    private StackSampling() {}

    /**
     * Samples of what threads do.
     *
     * @param everything whether collections, waits and the like are recorded, too
     * @throws IllegalArgumentException if nothing here can take samples
     */
    static ActivitySource source(boolean everything) {
        try {
            return everything
                    ? FlightRecorderSource.create()
                    : FlightRecorderSource.builder()
                            .only(EventGroup.METHOD_SAMPLES)
                            .build();
        } catch (NoClassDefFoundError e) {
            throw new IllegalArgumentException(
                    "pythonTracerLevel = 1 is not allowed: nothing here samples stacks; add profiler-jvm", e);
        }
    }
}
