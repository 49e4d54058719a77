package io.stepprofiler.segment;

import io.stepprofiler.event.Anomaly;
import io.stepprofiler.event.DropCause;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Counts of a window's events from its beginning to an instant.
 *
 * @param begun events that began
 * @param dropped dropped events, by cause; no zero values
 * @param anomalies oddities, by kind; no zero values
 */
public record SegmentCounts(long begun, Map<DropCause, Long> dropped, Map<Anomaly, Long> anomalies) {
    /** No events. */
    public static final SegmentCounts ZERO = new SegmentCounts(0, Map.of(), Map.of());

    /** Copies the maps. */
    public SegmentCounts {
        dropped = copy(dropped, DropCause.class);
        anomalies = copy(anomalies, Anomaly.class);
    }

    /**
     * {@return the difference of these counts and {@code earlier}} Negative differences become 0.
     *
     * @param earlier counts of an earlier instant of the same window
     */
    public SegmentCounts since(SegmentCounts earlier) {
        return new SegmentCounts(
                Math.max(begun - earlier.begun, 0),
                difference(dropped, earlier.dropped, DropCause.class),
                difference(anomalies, earlier.anomalies, Anomaly.class));
    }

    /**
     * {@return these counts plus more}
     *
     * @param moreBegun further events that began
     * @param moreDropped further dropped events, also counted in {@code moreBegun}
     * @param moreAnomalies further oddities
     */
    public SegmentCounts plus(long moreBegun, Map<DropCause, Long> moreDropped, Map<Anomaly, Long> moreAnomalies) {
        return new SegmentCounts(
                begun + moreBegun,
                sum(dropped, moreDropped, DropCause.class),
                sum(anomalies, moreAnomalies, Anomaly.class));
    }

    private static <K extends Enum<K>> Map<K, Long> sum(Map<K, Long> one, Map<K, Long> other, Class<K> type) {
        Map<K, Long> sums = new EnumMap<>(type);
        sums.putAll(one);
        other.forEach((key, count) -> {
            if (count > 0) {
                sums.merge(key, count, Long::sum);
            }
        });
        return sums;
    }

    private static <K extends Enum<K>> Map<K, Long> copy(Map<K, Long> counts, Class<K> type) {
        Map<K, Long> copy = new EnumMap<>(type);
        copy.putAll(counts);
        return Collections.unmodifiableMap(copy);
    }

    private static <K extends Enum<K>> Map<K, Long> difference(Map<K, Long> to, Map<K, Long> from, Class<K> type) {
        Map<K, Long> result = new EnumMap<>(type);
        to.forEach((key, count) -> {
            long more = count - from.getOrDefault(key, 0L);
            if (more > 0) {
                result.put(key, more);
            }
        });
        return result;
    }
}
