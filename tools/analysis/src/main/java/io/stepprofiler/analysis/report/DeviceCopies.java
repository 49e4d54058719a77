package io.stepprofiler.analysis.report;

/**
 * Copies of one direction, or fills, in the steps of a window.
 *
 * @param name what they are, such as {@code Memcpy HtoD (Pinned -> Device)}
 * @param device the device, such as {@code cuda:0}
 * @param callsPerStep how many there are in an average step
 * @param bytes bytes of all steps; 0 if not known
 * @param nanos how long they took in all steps; bytes by this is their bandwidth in GB/s
 */
public record DeviceCopies(String name, String device, double callsPerStep, double bytes, long nanos) {}
