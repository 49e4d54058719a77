package io.stepprofiler.analysis.report;

import java.util.List;

/**
 * Breakdown of the steps of a window for one device, or for all together.
 *
 * @param device the device, such as {@code cuda:0}; {@code all devices} for times in which any of them works
 * @param name product name of the device; empty if not known
 * @param workShare part of the step time in which it works, from 0 to 1
 * @param parts the time of the steps by {@link io.stepprofiler.analysis.steps.DeviceCategory}; the sums add up to the
 *     durations
 * @param host the time of the threads of steps while it does not work, by {@link
 *     io.stepprofiler.analysis.breakdown.StepCategory}, the largest first
 * @param communicationNanos nanoseconds in which a collective operation ran
 * @param hiddenCommunicationNanos nanoseconds of communication hidden by kernels
 */
public record DeviceUse(
        String device,
        String name,
        double workShare,
        List<Part> parts,
        List<Part> host,
        long communicationNanos,
        long hiddenCommunicationNanos) {
    /** Name that stands for all devices. */
    public static final String ALL = "all devices";

    /** Copies the lists. */
    public DeviceUse {
        parts = List.copyOf(parts);
        host = List.copyOf(host);
    }
}
