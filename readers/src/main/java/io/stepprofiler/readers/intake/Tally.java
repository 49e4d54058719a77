package io.stepprofiler.readers.intake;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.trace.TraceBuilder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What of a file is not in its trace, or not as it was: counted, and told at the end. */
public final class Tally {
    private final Map<Anomaly, Long> anomalies = new EnumMap<>(Anomaly.class);
    private final Map<String, Long> notTaken = new LinkedHashMap<>();
    private final List<String> missing = new ArrayList<>();
    private long invalid;

    /** Nothing so far. */
    public Tally() {}

    /**
     * Something odd that costs no event.
     *
     * @param anomaly what it is
     */
    public void odd(Anomaly anomaly) {
        anomalies.merge(anomaly, 1L, Long::sum);
    }

    /**
     * An event that makes no sense.
     *
     * @param what what is wrong, in the plural
     */
    public void invalid(String what) {
        invalid++;
        notTaken(what);
    }

    /**
     * Something that a trace has no room for.
     *
     * @param what what it is, in the plural
     */
    public void notTaken(String what) {
        notTaken(what, 1);
    }

    /**
     * Several things that a trace has no room for.
     *
     * @param what what they are, in the plural
     * @param count how many; none is nothing to tell
     */
    public void notTaken(String what, long count) {
        if (count > 0) {
            notTaken.merge(what, count, Long::sum);
        }
    }

    /**
     * Something that is missing.
     *
     * @param what a sentence
     */
    public void missing(String what) {
        missing.add(what);
    }

    /** {@return how many events are not in the trace because they make no sense} */
    public long invalid() {
        return invalid;
    }

    /**
     * Counts in a trace what is not in it.
     *
     * @param trace the trace
     */
    public void addTo(TraceBuilder trace) {
        trace.dropped(DropCause.INVALID, invalid);
        anomalies.forEach(trace::anomaly);
    }

    /** {@return what is missing, a sentence each} */
    public List<String> missing() {
        List<String> all = new ArrayList<>(missing);
        notTaken.forEach((what, count) -> all.add("not taken: " + count + " " + what));
        return all;
    }
}
