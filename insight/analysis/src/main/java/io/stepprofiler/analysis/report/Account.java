package io.stepprofiler.analysis.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Loss account of a window: its events by outcome.
 *
 * @param begun events that began
 * @param written events in the trace with both ends known
 * @param dropped events that are not in the trace, by cause
 * @param unfinished events whose end is not known, by cause
 * @param anomalies oddities, by kind
 * @param missing other known losses, a sentence each
 */
public record Account(
        long begun,
        long written,
        Map<String, Long> dropped,
        Map<String, Long> unfinished,
        Map<String, Long> anomalies,
        List<String> missing) {
    /** Copies the maps. */
    public Account {
        dropped = copy(dropped);
        unfinished = copy(unfinished);
        anomalies = copy(anomalies);
        missing = List.copyOf(missing);
    }

    private static Map<String, Long> copy(Map<String, Long> counts) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    }
}
