package io.stepprofiler.analysis.report;

/**
 * Kernels of one name and one operation in the steps of a window.
 *
 * @param name the name
 * @param device the device, such as {@code cuda:0}
 * @param operation the launching operation: the outermost one of a framework, or a scope; empty if not known
 * @param callsPerStep their number in an average step
 * @param nanos their duration in all steps
 * @param maxNanos duration of the longest one
 * @param occupancy their estimated occupancy by time, from 0 to 1; -1 if not known
 */
public record Kernel(
        String name,
        String device,
        String operation,
        double callsPerStep,
        long nanos,
        long maxNanos,
        double occupancy) {}
