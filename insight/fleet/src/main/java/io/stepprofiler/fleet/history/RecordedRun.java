package io.stepprofiler.fleet.history;

import io.stepprofiler.fleet.report.FleetReport;
import io.stepprofiler.ledger.LedgerRun;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run in figures and facts, without its steps. Immutable.
 *
 * @param name name of the run
 * @param startEpochNanos start of its first process, nanoseconds since 1970-01-01T00:00Z
 * @param ranks number of its ranks with ledgers
 * @param figures its figures; without unknown ones
 * @param work facts about the work of a step by name: if they differ, times cannot be compared
 * @param environment facts about programs and machines by name, the most specific first
 */
public record RecordedRun(
        String name,
        long startEpochNanos,
        int ranks,
        Map<RunMetric, Double> figures,
        Map<String, String> work,
        Map<String, String> environment) {
    /** Copies the maps. */
    public RecordedRun {
        figures = Map.copyOf(figures);
        work = Collections.unmodifiableMap(new LinkedHashMap<>(work));
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /**
     * {@return a run}
     *
     * @param name name of the run
     * @param heads facts about its processes
     * @param report the report of these ledgers
     */
    public static RecordedRun of(String name, List<LedgerRun> heads, FleetReport report) {
        Map<RunMetric, Double> figures = new EnumMap<>(RunMetric.class);
        for (RunMetric metric : RunMetric.values()) {
            metric.of(report).ifPresent(figure -> figures.put(metric, figure));
        }
        return new RecordedRun(
                name,
                heads.stream()
                        .mapToLong(head -> head.start().epochNanos())
                        .min()
                        .orElse(0),
                report.read().steps().places().size(),
                figures,
                LedgerFacts.work(report),
                LedgerFacts.environment(heads));
    }
}
