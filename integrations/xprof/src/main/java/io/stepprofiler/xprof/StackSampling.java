package io.stepprofiler.xprof;

import io.stepprofiler.jvm.EventGroup;
import io.stepprofiler.jvm.FlightRecorderSource;
import io.stepprofiler.source.ActivitySource;

/** Source of samples of Java stacks, if it is on the class path; no other class refers to its classes. */
final class StackSampling {
    private StackSampling() {}

    /**
     * Creates the source of stack samples.
     *
     * @param everything whether collections, waits and the like are recorded, too
     * @throws IllegalArgumentException if the source is not on the class path
     */
    static ActivitySource source(boolean everything) {
        try {
            return everything
                    ? FlightRecorderSource.create()
                    : FlightRecorderSource.create().only(EventGroup.METHOD_SAMPLES);
        } catch (NoClassDefFoundError e) {
            throw new IllegalArgumentException(
                    "pythonTracerLevel = 1 is not allowed: nothing here samples stacks; add step-profiler-jvm", e);
        }
    }
}
