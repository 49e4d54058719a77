package io.stepprofiler.readers.chrome;

import com.fasterxml.jackson.databind.JsonNode;
import io.stepprofiler.amount.Amount;
import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.UnfinishedCause;
import io.stepprofiler.trace.TraceBuilder;
import java.util.Set;

/** Account of losses in a file of this profiler: the events of its trace, and the losses of that trace. */
final class FileAccount {
    /** No trace has more events; sums of such counts do not overflow. */
    private static final long MOST = 1L << 48;

    /** Anomalies that a trace finds again when it is built from its memory events. */
    private static final Set<Anomaly> FOUND_ANEW =
            Set.of(Anomaly.FREED_UNKNOWN, Anomaly.FREED_TWICE, Anomaly.ALLOCATED_TWICE, Anomaly.CATEGORY_CONFLICT);

    private final JsonNode json;
    private final Tally tally;

    FileAccount(JsonNode json, Tally tally) {
        this.json = json;
        this.tally = tally;
    }

    /** Adds the account to a trace that holds {@code held} events, {@code open} of them without a known end. */
    void addTo(TraceBuilder trace, long held, long open) {
        trace.partial(json.path("partial").asBoolean());
        for (DropCause cause : DropCause.values()) {
            trace.dropped(cause, count(json.path("dropped").path(cause.label())));
        }
        for (Anomaly anomaly : Anomaly.values()) {
            if (!FOUND_ANEW.contains(anomaly)) {
                trace.anomaly(anomaly, count(json.path("anomalies").path(anomaly.label())));
            }
        }
        long unexplained = open;
        long unfinished = 0;
        for (UnfinishedCause cause : UnfinishedCause.values()) {
            long stated = count(json.path("unfinished").path(cause.label()));
            unfinished += stated;
            if (cause != UnfinishedCause.WINDOW_ENDED) {
                trace.unfinished(cause, Math.min(stated, unexplained));
                unexplained -= Math.min(stated, unexplained);
            }
        }
        long stated = count(json.path("written")) + unfinished;
        // Invalid entries in the file may be some of its events; they are counted already.
        long lost = stated - held - tally.invalid();
        if (lost > 0) {
            trace.dropped(DropCause.NOT_IN_FILE, lost);
            tally.missing(
                    Amount.count(lost, "event of the trace is", "events of the trace are")
                            + " not in its file, such as values of counters that are no numbers, or stated categories of memory");
        }
        if (held > stated) {
            tally.missing("its account of losses has " + Amount.count(stated, "event") + ", and the file has " + held);
        }
    }

    private long count(JsonNode number) {
        long count = number.asLong();
        if (count < 0 || count > MOST) {
            tally.missing("its account of losses has a count of " + count + ", which is not taken");
            return 0;
        }
        return count;
    }
}
