package io.stepprofiler.jvm;

import java.time.Duration;
import java.util.Set;

/** What a source records of the virtual machine, as {@link FlightRecorderSource.Builder} was told. */
record FlightOptions(
        Set<EventGroup> groups,
        Duration waitThreshold,
        boolean waitStacks,
        Duration samplingPeriod,
        int allocationSamplesPerSecond,
        int maxEvents) {
    /** Whether threads may be interrupted by signals. */
    boolean interruptsThreads() {
        return groups.contains(EventGroup.METHOD_SAMPLES) || groups.contains(EventGroup.CPU_TIME_SAMPLES);
    }
}
