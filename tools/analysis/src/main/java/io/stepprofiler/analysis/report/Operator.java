package io.stepprofiler.analysis.report;

/**
 * The events of one name.
 *
 * @param name their name
 * @param kind what sort of thing it is, such as {@code SCOPE}
 * @param callsPerStep how often a step calls it
 * @param selfNanos time of the host in them, without what is inside, all steps together
 * @param totalNanos time of the host in them, with what is inside
 * @param medianNanos median of their durations
 * @param p99Nanos 99 of 100 do not take longer
 * @param deviceNanos time of devices that they caused
 * @param flops floating point operations; -1 if not known
 */
public record Operator(
        String name,
        String kind,
        double callsPerStep,
        long selfNanos,
        long totalNanos,
        long medianNanos,
        long p99Nanos,
        long deviceNanos,
        long flops) {}
