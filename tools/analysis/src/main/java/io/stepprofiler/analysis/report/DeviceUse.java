package io.stepprofiler.analysis.report;

import java.util.List;

/**
 * What one device, or all of them together, did in the steps of a window.
 *
 * @param device the device, such as {@code cuda:0}; {@code all devices} if a moment counts in which any of them works
 * @param name what the device is called by its maker; empty if not known
 * @param workShare which part of the steps it worked in, from 0 to 1
 * @param parts what the steps were for it, by {@link io.stepprofiler.analysis.steps.DeviceCategory}; their sums add up to
 *     that of the durations
 * @param host what the threads of the steps did while it did not work, by {@link
 *     io.stepprofiler.analysis.breakdown.StepCategory}, the most first
 * @param communicationNanos nanoseconds in which a collective operation ran
 * @param hiddenCommunicationNanos those of them in which a kernel ran, too
 */
public record DeviceUse(
        String device,
        String name,
        double workShare,
        List<Part> parts,
        List<Part> host,
        long communicationNanos,
        long hiddenCommunicationNanos) {
    /** The device that stands for all of them. */
    public static final String ALL = "all devices";

    /**
     * Copies the lists.
     *
     * @param device the device
     * @param name what the device is called by its maker
     * @param workShare which part of the steps it worked in
     * @param parts what the steps were for it
     * @param host what the threads of the steps did while it did not work
     * @param communicationNanos nanoseconds in which a collective operation ran
     * @param hiddenCommunicationNanos those of them in which a kernel ran, too
     */
    public DeviceUse {
        parts = List.copyOf(parts);
        host = List.copyOf(host);
    }
}
