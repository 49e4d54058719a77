package io.stepprofiler.fleetspark;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Limit of the collectives that are sent to the driver, which would not have room for all of a large run. */
final class SyncRoom {
    /** Most collectives of ranks, which take about 2 GB on the driver while they are compared. */
    static final long MOST = 16_000_000;

    /** Number below the number of each step. */
    static final long ALL_STEPS = Long.MIN_VALUE;

    private SyncRoom() {}

    /**
     * Returns the first of the latest steps whose collectives have room together.
     *
     * @param counts number of collectives of each step
     */
    static long firstStep(Map<Long, Long> counts, long most) {
        NavigableMap<Long, Long> latest = new TreeMap<>(counts).descendingMap();
        long room = most;
        long first = Long.MAX_VALUE;
        for (Map.Entry<Long, Long> step : latest.entrySet()) {
            room -= step.getValue();
            if (room < 0) {
                return first;
            }
            first = step.getKey();
        }
        return ALL_STEPS;
    }
}
