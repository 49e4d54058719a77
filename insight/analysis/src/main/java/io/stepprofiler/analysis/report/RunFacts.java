package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.window.Program;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.Launch;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.ProfilerOverhead;
import io.stepprofiler.trace.Trace;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Metadata of a trace as facts of a run; values that list pairs become one fact per pair. */
final class RunFacts {
    /** Keys whose values list pairs in the form {@code key=value; key=value}. */
    private static final Set<String> PAIRS = Set.of(Environment.KEY, Launch.KEY, ProfilerOverhead.KEY);

    private RunFacts() {}

    /** Returns the facts by key; the key of a pair is the metadata key, a point and its own key. */
    static Map<String, String> of(Trace trace, ReportLimits limits) {
        Map<String, String> facts = new LinkedHashMap<>();
        // Put first, so that it is kept if only a few facts are shown.
        String recordedBy = Program.of(trace).recordedBy();
        if (!recordedBy.isEmpty()) {
            facts.put(Program.RECORDED_BY, recordedBy);
        }
        trace.metadata().forEach((key, value) -> {
            if (PAIRS.contains(key)) {
                addPairs(key, value, limits, facts);
            } else {
                facts.putIfAbsent(limits.cut(ofUser(key)), limits.cut(value.text()));
            }
        });
        Workload.of(trace).forEach(facts::putIfAbsent);
        return facts;
    }

    /** Returns the key of a fact; renames a user's entry that would pass for the recorder of the run. */
    private static String ofUser(String key) {
        return key.equals(Program.RECORDED_BY) ? "user_" + key : key;
    }

    private static void addPairs(String key, MetadataValue value, ReportLimits limits, Map<String, String> facts) {
        for (String pair : value.text().split("; ", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                facts.put(limits.cut(key + "." + pair.substring(0, equals)), limits.cut(pair.substring(equals + 1)));
            }
        }
    }
}
