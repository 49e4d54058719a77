package io.stepprofiler.readers.accounting;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Times that a {@link NestedAccounting} found, and the numbers of events.
 *
 * @param seconds seconds by key, in the order in which the first event of each begins
 * @param kept events that were considered
 * @param tooShort events that were left out because they are too short
 * @param notRead events after the limit of kept events was reached; they were not examined
 */
public record NestedTimes(Map<String, Double> seconds, long kept, long tooShort, long notRead) {
    /** Copies the map. */
    public NestedTimes {
        seconds = Collections.unmodifiableMap(new LinkedHashMap<>(seconds));
    }
}
