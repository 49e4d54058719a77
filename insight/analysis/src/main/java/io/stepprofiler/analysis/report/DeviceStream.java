package io.stepprofiler.analysis.report;

/**
 * Operations of one stream of a device in the steps of a window.
 *
 * @param device the device, such as {@code cuda:0}
 * @param stream number of the stream
 * @param callsPerStep its number of operations in an average step
 * @param nanos their duration in all steps
 */
public record DeviceStream(String device, int stream, double callsPerStep, long nanos) {}
