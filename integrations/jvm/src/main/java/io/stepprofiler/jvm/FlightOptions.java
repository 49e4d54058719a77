package io.stepprofiler.jvm;

import java.time.Duration;
import java.util.Set;

/** Options of a {@link FlightRecorderSource}. */
record FlightOptions(
        Set<EventGroup> groups,
        Duration waitThreshold,
        Duration samplingPeriod,
        int maxEvents,
        Duration flushInterval) {
    static final FlightOptions DEFAULT = new FlightOptions(
            Set.of(EventGroup.values()),
            Duration.ofNanos(100_000),
            Duration.ofMillis(10),
            250_000,
            Duration.ofSeconds(10));

    private static final int MOST_EVENTS = 100_000_000;

    /** Of files: everything that they have, with the period of samples that the recorder has by default. */
    static final FlightOptions OF_FILES = new FlightOptions(
            DEFAULT.groups(), Duration.ZERO, Duration.ofMillis(20), MOST_EVENTS, DEFAULT.flushInterval());

    FlightOptions {
        groups = Set.copyOf(groups);
        check("waitThreshold", waitThreshold, Duration.ZERO);
        check("samplingPeriod", samplingPeriod, Duration.ofMillis(1));
        check("flushInterval", flushInterval, Duration.ofSeconds(1));
        if (maxEvents < 1 || maxEvents > MOST_EVENTS) {
            throw new IllegalArgumentException(
                    "maxEvents = " + maxEvents + " is not allowed: must be 1 to " + MOST_EVENTS);
        }
    }

    private static void check(String name, Duration value, Duration shortest) {
        Duration longest = Duration.ofHours(1);
        if (value.compareTo(shortest) < 0 || value.compareTo(longest) > 0) {
            throw new IllegalArgumentException(
                    name + " = " + value + " is not allowed: must be " + shortest + " to " + longest);
        }
    }

    /** True if threads may be interrupted by signals. */
    boolean interruptsThreads() {
        return groups.contains(EventGroup.METHOD_SAMPLES);
    }
}
