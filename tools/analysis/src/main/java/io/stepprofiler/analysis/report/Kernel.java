package io.stepprofiler.analysis.report;

/**
 * What kernels of one name did in the steps of a window for one operation.
 *
 * @param name the name
 * @param device the device, such as {@code cuda:0}
 * @param operation what launched them: the outermost operation of a framework, or a scope; empty if not known
 * @param callsPerStep how often they ran in an average step
 * @param nanos how long they ran in all steps
 * @param maxNanos how long the longest ran
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
