package io.stepprofiler.analysis.diff;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * How two sides are compared.
 *
 * @param threshold the part by which a figure may differ and is still the same, whatever the noise; above 0, at most 10
 * @param gates the figures that decide about the verdict of the whole
 * @param noise by how much runs differ, as known from elsewhere; used where a side has one run only
 */
public record DiffOptions(double threshold, Set<DiffMetric> gates, Map<DiffMetric, Spread> noise) {
    /** Differences of 5 % count; decided by the undisturbed step, and by what steps compute and allocate. */
    public static final DiffOptions DEFAULT = new DiffOptions(
            0.05,
            EnumSet.of(DiffMetric.COST, DiffMetric.FLOPS, DiffMetric.ALLOCATED_MEMORY, DiffMetric.PEAK_MEMORY),
            Map.of());

    private static final double MOST = 10;

    /**
     * Checks the threshold and copies the collections.
     *
     * @param threshold the part by which a figure may differ
     * @param gates the figures that decide
     * @param noise by how much runs differ
     * @throws IllegalArgumentException if the threshold is not above 0 or above 10, no figure decides, or one that
     *     decides nothing shall
     */
    public DiffOptions {
        if (!(threshold > 0 && threshold <= MOST)) {
            throw new IllegalArgumentException(
                    "threshold = " + threshold + " is not allowed: must be above 0 and at most " + MOST);
        }
        if (gates.isEmpty()) {
            throw new IllegalArgumentException("gates is empty, which is not allowed: name a metric to decide by");
        }
        Set<DiffMetric> copy = EnumSet.copyOf(gates);
        copy.stream()
                .filter(each -> each.kind() == DiffMetric.Kind.SHOWN)
                .findFirst()
                .ifPresent(each -> {
                    throw new IllegalArgumentException("metric " + each.id() + " is not allowed: it is shown only");
                });
        gates = Collections.unmodifiableSet(copy);
        Map<DiffMetric, Spread> known = new EnumMap<>(DiffMetric.class);
        known.putAll(noise);
        noise = Collections.unmodifiableMap(known);
    }

    /**
     * {@return these options with another threshold}
     *
     * @param part the threshold
     */
    public DiffOptions withThreshold(double part) {
        return new DiffOptions(part, gates, noise);
    }

    /**
     * {@return these options with other figures that decide}
     *
     * @param metrics the figures
     */
    public DiffOptions withGates(Set<DiffMetric> metrics) {
        return new DiffOptions(threshold, metrics, noise);
    }

    /**
     * {@return these options with what is known of the noise}
     *
     * @param known by how much runs differ
     */
    public DiffOptions withNoise(Map<DiffMetric, Spread> known) {
        return new DiffOptions(threshold, gates, known);
    }
}
