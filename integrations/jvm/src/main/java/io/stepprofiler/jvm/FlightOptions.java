package io.stepprofiler.jvm;

import java.time.Duration;
import java.util.Set;

/** Options of a {@link FlightRecorderSource}. */
record FlightOptions(
        Set<EventGroup> groups,
        Duration waitThreshold,
        Duration samplingPeriod,
        int maxEvents,
        Duration pieceInterval) {
    /** True if threads may be interrupted by signals. */
    boolean interruptsThreads() {
        return groups.contains(EventGroup.METHOD_SAMPLES);
    }
}
