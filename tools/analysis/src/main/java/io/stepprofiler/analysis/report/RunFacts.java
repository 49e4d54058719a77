package io.stepprofiler.analysis.report;

import io.stepprofiler.analysis.window.Program;
import io.stepprofiler.trace.Environment;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.OwnCost;
import io.stepprofiler.trace.Trace;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The metadata of a trace as facts of a run: values that are pairs of keys and values are a fact each. */
final class RunFacts {
    /** Their values are lines of the form {@code key=value; key=value}. */
    private static final Set<String> PAIRS = Set.of(Environment.KEY, OwnCost.KEY);

    private RunFacts() {}

    /** By key; of a pair by the key of the value, a point and its own key. */
    static Map<String, String> of(Trace trace, Limits limits) {
        Map<String, String> facts = new LinkedHashMap<>();
        // The first one, which is kept where there is room for few.
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

    /** What the program says of that is no more than its word, and not what decides who recorded it. */
    private static String ofUser(String key) {
        return key.equals(Program.RECORDED_BY) ? "user_" + key : key;
    }

    private static void addPairs(String key, MetadataValue value, Limits limits, Map<String, String> facts) {
        for (String pair : value.text().split("; ", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                facts.put(limits.cut(key + "." + pair.substring(0, equals)), limits.cut(pair.substring(equals + 1)));
            }
        }
    }
}
