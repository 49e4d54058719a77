package io.stepprofiler.averages;

import java.util.Comparator;
import java.util.function.ToDoubleFunction;

/** What the rows of a table are sorted by: the largest first, equal ones in the order of their first occurrence. */
public enum SortKey {
    /** Not at all: the order of first occurrence. */
    FIRST_OCCURRENCE(row -> 0),
    /** Time outside inner events. */
    SELF_TIME(KeyAverage::selfNanos),
    /** Time with inner events. */
    TOTAL_TIME(KeyAverage::totalNanos),
    /** Mean duration. */
    AVERAGE_TIME(KeyAverage::averageNanos),
    /** Number of events. */
    COUNT(KeyAverage::count),
    /** Shortest duration. */
    MIN_TIME(KeyAverage::minNanos),
    /** Longest duration. */
    MAX_TIME(KeyAverage::maxNanos),
    /** Median duration. */
    P50_TIME(KeyAverage::p50Nanos),
    /** 99th percentile of the durations. */
    P99_TIME(KeyAverage::p99Nanos);

    @SuppressWarnings("ImmutableEnumChecker") // Method references without state.
    private final ToDoubleFunction<KeyAverage> value;

    SortKey(ToDoubleFunction<KeyAverage> value) {
        this.value = value;
    }

    Comparator<KeyAverage> order() {
        return Comparator.comparingDouble(value).reversed();
    }
}
