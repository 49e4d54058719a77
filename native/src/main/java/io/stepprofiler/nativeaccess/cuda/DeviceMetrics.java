package io.stepprofiler.nativeaccess.cuda;

import java.util.List;

/**
 * Metrics of one device in a window.
 *
 * @param device the driver's number of the device
 * @param passes how often CUPTI has to see the work to count all metrics; 0 if not known
 * @param dropped ranges for which CUPTI had no room
 * @param reason what failed; empty if nothing did
 * @param leftOut metrics that CUPTI does not count on this device, and why; empty if it counts all
 * @param ranges the ranges that were counted
 */
public record DeviceMetrics(
        int device, long passes, long dropped, String reason, String leftOut, List<RangeMetrics> ranges) {
    /**
     * Copies the list.
     *
     * @param device the driver's number of the device
     * @param passes how often CUPTI has to see the work
     * @param dropped ranges for which CUPTI had no room
     * @param reason what failed
     * @param leftOut metrics that CUPTI does not count
     * @param ranges the ranges that were counted
     */
    public DeviceMetrics {
        ranges = List.copyOf(ranges);
    }
}
