package io.stepprofiler.analysis.report;

/**
 * Copies of one direction, or fills, in the steps of a window.
 *
 * @param name their name, such as {@code Memcpy HtoD (Pinned -> Device)}
 * @param device the device, such as {@code cuda:0}
 * @param callsPerStep their number in an average step
 * @param bytes bytes in all steps; 0 if not known
 * @param nanos their duration in all steps; bytes divided by it are the bandwidth in GB/s
 */
public record DeviceCopies(String name, String device, double callsPerStep, double bytes, long nanos) {}
