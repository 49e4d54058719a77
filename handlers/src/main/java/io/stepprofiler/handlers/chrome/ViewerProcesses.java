package io.stepprofiler.handlers.chrome;

import io.stepprofiler.event.Device;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Processes of the viewers: the recorded one, and each device, whose pid is its number. */
final class ViewerProcesses {
    /** TensorBoard's plugin fails on the kernels of a device with this number or a greater one. */
    private static final int MAX_DEVICES = 64;
    /** Linux has no pid as great as this. */
    private static final long PID_LIMIT = 1L << 22;
    /** Sort index of the first device in Kineto's files, below all processes. */
    private static final long FIRST_DEVICE_SORT_INDEX = 5_000_000;

    /**
     * One process.
     *
     * @param pid its number
     * @param name its name; empty if it is not known
     * @param label what it runs on
     * @param sortIndex its position in viewers
     */
    record Shown(long pid, String name, String label, long sortIndex) {}

    private final long hostPid;
    private final String hostName;
    private final SortedSet<Integer> devices = new TreeSet<>();

    ViewerProcesses(Trace trace) {
        trace.tracks().forEach(track -> device(track).ifPresent(device -> devices.add(device.index())));
        hostName = trace.process().name();
        long pid = trace.process().pid();
        // In a container the pid may be the number of a device; the process then gets an unused pid.
        hostPid = pid < MAX_DEVICES && devices.contains((int) pid) ? PID_LIMIT + pid : pid;
    }

    /** The GPU of a stream; a track that is no stream, or cannot be shown as one, is a lane of the process. */
    static Optional<Device> device(Track track) {
        return track.device()
                .filter(device -> device.type() == Device.Type.CUDA)
                .filter(device -> device.index() >= 0 && device.index() < MAX_DEVICES && track.stream() >= 0);
    }

    boolean hasDevices() {
        return !devices.isEmpty();
    }

    /** True if a device is a process of the file. */
    boolean isShown(Device device) {
        return device.type() == Device.Type.CUDA && devices.contains(device.index());
    }

    long pid(Track track) {
        return device(track).map(device -> (long) device.index()).orElse(hostPid);
    }

    long hostPid() {
        return hostPid;
    }

    List<Shown> all() {
        List<Shown> all = new ArrayList<>();
        all.add(new Shown(hostPid, hostName, "CPU", hostPid));
        for (int device : devices) {
            all.add(new Shown(device, "GPU " + device, "GPU " + device, FIRST_DEVICE_SORT_INDEX + device));
        }
        return all;
    }
}
