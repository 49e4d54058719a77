package io.stepprofiler.analysis.report;

import java.util.List;

/**
 * Use of devices in the steps of a window. Lists are shortened to the size of a page, the most important entries first.
 *
 * @param use breakdown of the steps for each device, with all together first if there are several; empty if no device
 *     was recorded
 * @param kernels kernels by name and launching operation
 * @param copies copies and fills by direction
 * @param streams streams
 */
public record Devices(
        List<DeviceUse> use, List<Kernel> kernels, List<DeviceCopies> copies, List<DeviceStream> streams) {
    /** Report of a window without devices. */
    public static final Devices NONE = new Devices(List.of(), List.of(), List.of(), List.of());

    /** Copies the lists. */
    public Devices {
        use = List.copyOf(use);
        kernels = List.copyOf(kernels);
        copies = List.copyOf(copies);
        streams = List.copyOf(streams);
    }
}
