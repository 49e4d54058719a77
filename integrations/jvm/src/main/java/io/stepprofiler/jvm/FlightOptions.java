package io.stepprofiler.jvm;

import java.time.Duration;
import java.util.Set;

/** What a source records of the virtual machine, as {@link FlightRecorderSource.Builder} was told. */
record FlightOptions(
        Set<EventGroup> groups,
        Duration waitThreshold,
        Duration samplingPeriod,
        int allocationSamplesPerSecond,
        int maxEvents) {}
