package io.stepprofiler.analysis.report;

/**
 * Events of one name in the steps of a window.
 *
 * @param name their name
 * @param kind kind of the events, such as {@code SCOPE}
 * @param callsPerStep number of calls in a step
 * @param selfNanos self time of the host in all steps
 * @param totalNanos time of the host in them with nested events
 * @param medianNanos median of their durations
 * @param p99Nanos 99th percentile of their durations
 * @param deviceNanos time of device operations that they caused
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
