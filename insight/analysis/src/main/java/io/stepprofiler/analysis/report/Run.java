package io.stepprofiler.analysis.report;

import io.stepprofiler.trace.Environment;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Identity of the run of a window, with its machine and facts, as far as known.
 *
 * @param source source of the window, such as a file name; empty if the process itself reported it
 * @param traceId id of the trace; empty if not known
 * @param host name of the machine; empty if not known
 * @param pid number of the process; 0 if not known
 * @param rank number of the worker; -1 if the process is not known to be a worker
 * @param worldSize number of workers; 0 if not known
 * @param startEpochNanos start of the window in nanoseconds since 1970; 0 if not known
 * @param durationNanos duration of the window
 * @param isPartial whether profiling ended before the window had all its steps
 * @param facts facts about the process and its environment, by key
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
    /** Copies the map. */
    public Run {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /**
     * {@return the identity of its process, or of its file if the process is not known} The number of the process is not
     * enough, since numbers are reused and are 1 in containers.
     */
    public List<Object> process() {
        return pid <= 0 ? List.of(source) : List.of(host, pid, rank, facts.getOrDefault(Environment.PROCESS_START, ""));
    }

    /**
     * {@return the same run under another source}
     *
     * @param other source of the window
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
     * @param others facts about the process
     */
    public Run withFacts(Map<String, String> others) {
        return new Run(source, traceId, host, pid, rank, worldSize, startEpochNanos, durationNanos, isPartial, others);
    }
}
