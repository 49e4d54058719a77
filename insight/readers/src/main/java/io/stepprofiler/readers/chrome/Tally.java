package io.stepprofiler.readers.chrome;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Losses and changes between a file and its trace, counted, and reported at the end. */
final class Tally {
    private final Map<Anomaly, Long> anomalies = new EnumMap<>(Anomaly.class);
    private final Map<String, Long> notTaken = new LinkedHashMap<>();
    private final List<String> missing = new ArrayList<>();
    private long invalid;

    /** Counts an anomaly that loses no event. */
    void odd(Anomaly anomaly) {
        anomalies.merge(anomaly, 1L, Long::sum);
    }

    /** Counts an invalid event, described in the plural. */
    void invalid(String what) {
        invalid++;
        notTaken(what);
    }

    /** Counts invalid events, described by a sentence. */
    void invalid(long count, String what) {
        invalid += count;
        missing(what);
    }

    /** Counts an item that a trace has no place for, described in the plural. */
    void notTaken(String what) {
        notTaken.merge(what, 1L, Long::sum);
    }

    /** Adds a loss, described by a sentence. */
    void missing(String what) {
        missing.add(what);
    }

    /** Number of events that are not in the trace because they are invalid. */
    long invalid() {
        return invalid;
    }

    /** Adds the losses to the account of a trace. */
    void addTo(TraceBuilder trace) {
        trace.dropped(DropCause.INVALID, invalid);
        anomalies.forEach(trace::anomaly);
    }

    /** The losses, a sentence each. */
    List<String> missing() {
        List<String> all = new ArrayList<>(missing);
        notTaken.forEach((what, count) -> all.add("not taken: " + count + " " + what));
        return all;
    }
}
