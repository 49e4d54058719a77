package io.stepprofiler.analysis.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which run a window is of, and where it ran, as far as known.
 *
 * @param source what the window was read from, such as the name of a file; empty if from the process itself
 * @param traceId id of the trace; empty if not known
 * @param host name of the machine; empty if not known
 * @param pid number of the process; 0 if not known
 * @param rank number of the worker; -1 if it is not known to be one
 * @param worldSize number of workers; 0 if not known
 * @param startEpochNanos when the window began, in nanoseconds since 1970; 0 if not known
 * @param durationNanos how long it was
 * @param isPartial whether profiling ended before the window had all its steps
 * @param facts what is known of the process and its environment, by key
 */
public record Run(
        String source,
        String traceId,
        String host,
        long pid,
        int rank,
        int worldSize,
        long startEpochNanos,
        long durationNanos,
        boolean isPartial,
        Map<String, String> facts) {
    /**
     * Copies the map.
     *
     * @param source what the window was read from
     * @param traceId id of the trace
     * @param host name of the machine
     * @param pid number of the process
     * @param rank number of the worker
     * @param worldSize number of workers
     * @param startEpochNanos when the window began
     * @param durationNanos how long it was
     * @param isPartial whether profiling ended before the window had all its steps
     * @param facts what is known of the process
     */
    public Run {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /**
     * {@return the same run under another source}
     *
     * @param other what the window was read from
     */
    public Run withSource(String other) {
        return new Run(other, traceId, host, pid, rank, worldSize, startEpochNanos, durationNanos, isPartial, facts);
    }

    /**
     * {@return the same run as that of a worker}
     *
     * @param number number of the worker
     * @param workers number of workers
     */
    public Run withRank(int number, int workers) {
        return new Run(source, traceId, host, pid, number, workers, startEpochNanos, durationNanos, isPartial, facts);
    }

    /**
     * {@return the same run with other facts}
     *
     * @param others what is known of the process
     */
    public Run withFacts(Map<String, String> others) {
        return new Run(source, traceId, host, pid, rank, worldSize, startEpochNanos, durationNanos, isPartial, others);
    }
}
