package io.stepprofiler.trace;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Activity sources that failed in a window, with the reasons, and events that sources lost, with their number. They are
 * part of the {@linkplain Trace#metadata metadata}, so that missing evidence is known to be missing and why. Safe on
 * any thread.
 */
public final class SourceFaults {
    /**
     * Metadata key of the failed sources, {@code source=reason; source=reason}: a source is named by its class, and has
     * its first reason. Events of a failed source may be missing.
     */
    public static final String FAILED = "failed sources";

    /** Metadata key of the number of events that each source lost, {@code source=count; source=count}. */
    public static final String LOST = "events lost by sources";

    private static final int MAX_REASON = 200;

    private final Map<String, String> reasons = new LinkedHashMap<>();
    private final Map<String, Long> counts = new LinkedHashMap<>();

    /** Creates an account without faults. */
    public SourceFaults() {}

    /**
     * Adds a failure.
     *
     * @param source the class of the source, by its simple name
     * @param reason why it failed; long texts are cut
     */
    public synchronized void failed(String source, String reason) {
        reasons.putIfAbsent(source, reason.length() <= MAX_REASON ? reason : reason.substring(0, MAX_REASON) + "…");
    }

    /**
     * Adds lost events.
     *
     * @param source the class of the source, by its simple name
     * @param count their number; 0 adds nothing
     */
    public synchronized void lost(String source, long count) {
        if (count > 0) {
            counts.merge(source, count, Long::sum);
        }
    }

    /** {@return the entries of the metadata; none without faults} */
    public synchronized Map<String, MetadataValue> toMetadata() {
        Map<String, MetadataValue> entries = new LinkedHashMap<>();
        TextPairs failed = new TextPairs();
        reasons.forEach(failed::add);
        TextPairs lost = new TextPairs();
        counts.forEach(lost::add);
        if (!reasons.isEmpty()) {
            entries.put(FAILED, failed.toMetadata());
        }
        if (!counts.isEmpty()) {
            entries.put(LOST, lost.toMetadata());
        }
        return entries;
    }

    /**
     * {@return the reasons by the failed sources of a trace; empty if none failed}
     *
     * @param trace the trace
     */
    public static Map<String, String> failed(Trace trace) {
        return pairs(trace, FAILED).startingWith("");
    }

    /**
     * {@return the number of lost events by the sources of a trace that lost any}
     *
     * @param trace the trace
     */
    public static Map<String, Long> lost(Trace trace) {
        TextPairs pairs = pairs(trace, LOST);
        Map<String, Long> lost = new LinkedHashMap<>();
        pairs.startingWith("")
                .keySet()
                .forEach(source -> pairs.number(source).ifPresent(count -> lost.put(source, count)));
        return lost;
    }

    private static TextPairs pairs(Trace trace, String key) {
        MetadataValue value = trace.metadata().get(key);
        return TextPairs.of(value == null ? "" : value.text());
    }
}
