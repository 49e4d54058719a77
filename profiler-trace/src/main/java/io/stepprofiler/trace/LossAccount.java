package io.stepprofiler.trace;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.event.UnfinishedCause;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Account of every event that began in a window: {@code begun = written + dropped + unfinished}.
 *
 * <p>An event is a scope, a counter sample, a memory event, or an event of an activity source. Unfinished events are in
 * the trace, marked; dropped ones are not. Step marks are not counted.
 *
 * @param begun events that began
 * @param written events in the trace with both ends known
 * @param dropped events that are not in the trace, by cause; no zero values
 * @param unfinished events in the trace whose end is not known, by cause; no zero values
 * @param anomalies oddities that were handled, by kind; no zero values, not part of the sum
 */
public record LossAccount(
        long begun,
        long written,
        Map<DropCause, Long> dropped,
        Map<UnfinishedCause, Long> unfinished,
        Map<Anomaly, Long> anomalies) {
    /**
     * Copies the maps.
     *
     * @throws IllegalArgumentException if a count is negative or the sum does not add up
     */
    public LossAccount {
        dropped = copy(dropped, DropCause.class);
        unfinished = copy(unfinished, UnfinishedCause.class);
        anomalies = copy(anomalies, Anomaly.class);
        long sum = written + sum(dropped) + sum(unfinished);
        if (written < 0 || begun != sum) {
            throw new IllegalArgumentException("begun = " + begun + " is not the sum of written = " + written
                    + ", dropped = " + dropped + " and unfinished = " + unfinished);
        }
    }

    /** {@return the number of dropped events of all causes} */
    public long droppedTotal() {
        return sum(dropped);
    }

    /** {@return the number of unfinished events of all causes} */
    public long unfinishedTotal() {
        return sum(unfinished);
    }

    /** {@return the number of events that the trace holds, with both ends or not} */
    public long held() {
        return written + unfinishedTotal();
    }

    /** {@return one line of text: the sum, then the causes and anomalies that occurred} */
    public String summary() {
        StringBuilder text = new StringBuilder()
                .append(begun)
                .append(" events begun = ")
                .append(written)
                .append(" written + ")
                .append(droppedTotal())
                .append(" dropped + ")
                .append(unfinishedTotal())
                .append(" unfinished");
        StringJoiner details = new StringJoiner(", ", " (", ")").setEmptyValue("");
        dropped.forEach((cause, count) -> details.add("dropped, " + cause.label() + ": " + count));
        unfinished.forEach((cause, count) -> details.add("unfinished, " + cause.label() + ": " + count));
        anomalies.forEach((anomaly, count) -> details.add(anomaly.label() + ": " + count));
        return text.append(details).toString();
    }

    private static long sum(Map<?, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static <K extends Enum<K>> Map<K, Long> copy(Map<K, Long> counts, Class<K> type) {
        Map<K, Long> copy = new EnumMap<>(type);
        counts.forEach((key, count) -> {
            if (count < 0) {
                throw new IllegalArgumentException(key + " = " + count + " is not allowed: must be 0 or more");
            }
            if (count > 0) {
                copy.put(key, count);
            }
        });
        return Collections.unmodifiableMap(copy);
    }
}
