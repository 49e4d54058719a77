package io.stepprofiler.analysis.report;

import java.util.List;

/**
 * What devices did in the steps of a window. Lists are cut to what a page can show, the most important first.
 *
 * @param use what the steps were for each device, of several first for all of them together; none where nothing of a device
 *     was recorded
 * @param kernels kernels by name and by what launched them
 * @param copies copies and fills by direction
 * @param streams streams
 */
public record Devices(
        List<DeviceUse> use, List<Kernel> kernels, List<DeviceCopies> copies, List<DeviceStream> streams) {
    /** Of a window without devices. */
    public static final Devices NONE = new Devices(List.of(), List.of(), List.of(), List.of());

    /**
     * Copies the lists.
     *
     * @param use what the steps were for each device
     * @param kernels kernels by name and by what launched them
     * @param copies copies and fills by direction
     * @param streams streams
     */
    public Devices {
        use = List.copyOf(use);
        kernels = List.copyOf(kernels);
        copies = List.copyOf(copies);
        streams = List.copyOf(streams);
    }
}
