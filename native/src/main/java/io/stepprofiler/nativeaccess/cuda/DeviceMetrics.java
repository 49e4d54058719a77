package io.stepprofiler.nativeaccess.cuda;

import java.util.List;

/**
 * Metrics of one device in a window.
 *
 * @param device the driver's number of the device
 * @param passes number of runs that CUPTI needs to count all metrics; 0 if unknown
 * @param dropped ranges for which CUPTI had no room
 * @param reason reason of a failure; empty if there was none
 * @param leftOut metrics that CUPTI does not count on this device, with reasons; empty if it counts all
 * @param ranges the ranges that were counted
 */
public record DeviceMetrics(
        int device, long passes, long dropped, String reason, String leftOut, List<RangeMetrics> ranges) {
    /** Copies the list. */
    public DeviceMetrics {
        ranges = List.copyOf(ranges);
    }
}
