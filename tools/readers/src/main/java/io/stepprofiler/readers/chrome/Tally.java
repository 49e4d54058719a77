package io.stepprofiler.readers.chrome;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What of a file is not in its trace, or not as it was: counted, and told at the end. */
final class Tally {
    private final Map<Anomaly, Long> anomalies = new EnumMap<>(Anomaly.class);
    private final Map<String, Long> notTaken = new LinkedHashMap<>();
    private final List<String> missing = new ArrayList<>();
    private long invalid;

    /** Something odd that costs no event. */
    void odd(Anomaly anomaly) {
        anomalies.merge(anomaly, 1L, Long::sum);
    }

    /** An event that makes no sense, in the plural. */
    void invalid(String what) {
        invalid++;
        notTaken(what);
    }

    /** Something that a trace has no room for, in the plural. */
    void notTaken(String what) {
        notTaken.merge(what, 1L, Long::sum);
    }

    /** Something that is missing, as a sentence. */
    void missing(String what) {
        missing.add(what);
    }

    /** How many events are not in the trace because they make no sense. */
    long invalid() {
        return invalid;
    }

    /** Counts in a trace what is not in it. */
    void addTo(TraceBuilder trace) {
        trace.dropped(DropCause.INVALID, invalid);
        anomalies.forEach(trace::anomaly);
    }

    /** What is missing, a sentence each. */
    List<String> missing() {
        List<String> all = new ArrayList<>(missing);
        notTaken.forEach((what, count) -> all.add("not taken: " + count + " " + what));
        return all;
    }
}
