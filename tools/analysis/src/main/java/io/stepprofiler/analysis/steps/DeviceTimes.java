package io.stepprofiler.analysis.steps;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.Track;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** When a device did what, over all of its streams. Kinds of work may overlap. Immutable. */
public final class DeviceTimes {
    /** How collective operations of NCCL and RCCL call their kernels. */
    private static final String COLLECTIVE = "nccl";
    /** The kernels of DeepEP that send and receive the tokens of experts, within a machine and between machines. */
    private static final List<String> EXCHANGES = List.of("deep_ep::intranode", "deep_ep::internode");

    private static final Comparator<Device> BY_NUMBER =
            Comparator.comparing(Device::type).thenComparingInt(Device::index);

    private final Map<DeviceCategory, Stretches> work;
    private final Stretches all;

    private DeviceTimes(Map<DeviceCategory, Stretches.Builder> builders) {
        work = new EnumMap<>(DeviceCategory.class);
        Stretches.Builder any = new Stretches.Builder();
        builders.forEach((category, builder) -> {
            Stretches stretches = builder.build();
            work.put(category, stretches);
            any.addAll(stretches);
        });
        all = any.build();
    }

    /**
     * {@return the times of the devices that did something in a window, by their numbers}
     *
     * @param trace the window
     */
    public static Map<Device, DeviceTimes> of(Trace trace) {
        Map<Device, Map<DeviceCategory, Stretches.Builder>> builders = new TreeMap<>(BY_NUMBER);
        for (Track track : trace.tracks()) {
            Optional<Device> device = track.device();
            for (int i = 0; device.isPresent() && i < track.size(); i++) {
                if (track.isUnfinished(i)) {
                    continue;
                }
                long start = track.startNanos(i);
                long end = start + track.durationNanos(i);
                category(trace.kind(track.nameId(i)), track.eventName(i))
                        .ifPresent(category -> builders.computeIfAbsent(
                                        device.get(), any -> new EnumMap<>(DeviceCategory.class))
                                .computeIfAbsent(category, any -> new Stretches.Builder())
                                .add(start, end));
            }
        }
        Map<Device, DeviceTimes> times = new TreeMap<>(BY_NUMBER);
        builders.forEach((device, each) -> times.put(device, new DeviceTimes(each)));
        return times;
    }

    /**
     * {@return what an event on a stream is for a step; empty if it is no work of a device}
     *
     * @param kind kind of the event
     * @param name name of the event
     */
    public static Optional<DeviceCategory> category(EventKind kind, String name) {
        return switch (kind) {
            case COMMUNICATION -> Optional.of(DeviceCategory.COMMUNICATION);
            case KERNEL -> Optional.of(communicates(name) ? DeviceCategory.COMMUNICATION : DeviceCategory.KERNEL);
            case MEMORY_COPY, MEMORY_SET -> Optional.of(DeviceCategory.COPY);
            default -> Optional.empty();
        };
    }

    private static boolean communicates(String kernel) {
        return kernel.startsWith(COLLECTIVE) || EXCHANGES.stream().anyMatch(kernel::contains);
    }

    /** The times of several devices as those of one. */
    static DeviceTimes together(Iterable<DeviceTimes> devices) {
        Map<DeviceCategory, Stretches.Builder> builders = new EnumMap<>(DeviceCategory.class);
        devices.forEach(device -> device.work.forEach(
                (category, stretches) -> builders.computeIfAbsent(category, any -> new Stretches.Builder())
                        .addAll(stretches)));
        return new DeviceTimes(builders);
    }

    /**
     * {@return when it did one sort of work, whatever else it did}
     *
     * @param category the sort of work
     */
    public Stretches of(DeviceCategory category) {
        return work.getOrDefault(category, Stretches.NONE);
    }

    /** {@return when it worked} */
    public Stretches work() {
        return all;
    }
}
