package io.stepprofiler.analysis.report;

/**
 * What one stream of a device did in the steps of a window.
 *
 * @param device the device, such as {@code cuda:0}
 * @param stream number of the stream
 * @param callsPerStep how many pieces of work it did in an average step
 * @param nanos how long they took in all steps
 */
public record DeviceStream(String device, int stream, double callsPerStep, long nanos) {}
