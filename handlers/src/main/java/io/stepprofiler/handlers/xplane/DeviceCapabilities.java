package io.stepprofiler.handlers.xplane;

import io.stepprofiler.analysis.window.DeviceProperties;
import io.stepprofiler.event.Device;
import io.stepprofiler.trace.Trace;

/**
 * Writes the known capabilities of a device, from which XProf derives the type of the device.
 *
 * @see <a href="https://github.com/openxla/xla/blob/main/xla/tsl/profiler/utils/xplane_schema.cc">xplane_schema.cc</a>
 */
final class DeviceCapabilities {
    private DeviceCapabilities() {}

    static void write(Trace trace, Device device, Plane plane, MessageStream to) {
        if (device.type() != Device.Type.CUDA) {
            return;
        }
        DeviceProperties known = DeviceProperties.of(trace, device);
        PlaneMetadata names = plane.dictionary;
        Stats stats = new Stats(to.out(), XSpaceFields.PLANE_STAT);
        stats.text(names.text("device_vendor"), "Nvidia");
        if (known.multiprocessors() > 0) {
            stats.number(names.text("core_count"), known.multiprocessors());
        }
        if (known.memoryBytes() > 0) {
            stats.number(names.text("memory_size"), known.memoryBytes());
        }
        if (known.computeMajor() > 0) {
            stats.number(names.text("compute_cap_major"), known.computeMajor());
            stats.number(names.text("compute_cap_minor"), known.computeMinor());
        }
    }
}
