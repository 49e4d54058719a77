package io.stepprofiler.analysis.diff;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Options of a comparison of two sides.
 *
 * @param threshold relative difference up to which a figure counts as equal, however small the noise; above 0, at most
 *     10
 * @param gates the figures that decide the overall verdict
 * @param noise spread of runs from earlier comparisons; used if a side has only one run
 */
public record DiffOptions(double threshold, Set<DiffMetric> gates, Map<DiffMetric, Spread> noise) {
    /** Threshold of 5 %; times of steps and devices, throughput, floating point operations and tensor memory decide. */
    public static final DiffOptions DEFAULT = new DiffOptions(
            0.05,
            EnumSet.of(
                    DiffMetric.COST,
                    DiffMetric.MEAN,
                    DiffMetric.ACTIVE,
                    DiffMetric.CPU,
                    DiffMetric.DEVICE_WORK,
                    DiffMetric.PERIOD,
                    DiffMetric.THROUGHPUT,
                    DiffMetric.FLOPS,
                    DiffMetric.ALLOCATED_MEMORY,
                    DiffMetric.PEAK_MEMORY),
            Map.of());

    private static final double MOST = 10;

    /**
     * Checks the threshold and copies the collections.
     *
     * @throws IllegalArgumentException if the threshold is not above 0 or above 10, there is no gate, or a gate is a
     *     metric that is only shown
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
     * {@return these options with a known noise}
     *
     * @param known spread of runs by metric
     */
    public DiffOptions withNoise(Map<DiffMetric, Spread> known) {
        return new DiffOptions(threshold, gates, known);
    }
}
