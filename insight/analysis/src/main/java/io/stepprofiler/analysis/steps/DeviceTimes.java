package io.stepprofiler.analysis.steps;

import io.stepprofiler.analysis.steps.LaunchedWork.Operation;
import io.stepprofiler.event.Device;
import io.stepprofiler.event.EventKind;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Times of a device by category, over all its streams. Categories may overlap. Immutable. */
public final class DeviceTimes {
    /** Prefix of the kernels of collective operations of NCCL and RCCL. */
    private static final String COLLECTIVE = "nccl";
    /**
     * Parts of the names of the kernels of DeepEP that exchange tokens of experts, within a machine and between
     * machines.
     */
    private static final List<String> EXCHANGES = List.of("deep_ep::intranode", "deep_ep::internode");

    private static final Comparator<Device> BY_NUMBER =
            Comparator.comparing(Device::type).thenComparingInt(Device::index);

    private final Map<DeviceCategory, IntervalSet> work;
    private final IntervalSet all;

    private DeviceTimes(Map<DeviceCategory, IntervalSet.Builder> builders) {
        work = new EnumMap<>(DeviceCategory.class);
        IntervalSet.Builder any = new IntervalSet.Builder();
        builders.forEach((category, builder) -> {
            IntervalSet stretches = builder.build();
            work.put(category, stretches);
            any.addAll(stretches);
        });
        all = any.build();
    }

    /** Returns the times of the devices of some operations, by type and number. */
    static Map<Device, DeviceTimes> of(List<Operation> operations) {
        Map<Device, Map<DeviceCategory, IntervalSet.Builder>> builders = new TreeMap<>(BY_NUMBER);
        for (Operation each : operations) {
            builders.computeIfAbsent(each.track().device().orElseThrow(), any -> new EnumMap<>(DeviceCategory.class))
                    .computeIfAbsent(each.category(), any -> new IntervalSet.Builder())
                    .add(each.startNanos(), each.endNanos());
        }
        Map<Device, DeviceTimes> times = new TreeMap<>(BY_NUMBER);
        builders.forEach((device, each) -> times.put(device, new DeviceTimes(each)));
        return times;
    }

    /**
     * {@return the category of an event on a stream; empty if it is no operation of a device}
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

    /** Returns the union of the times of several devices. */
    static DeviceTimes together(Iterable<DeviceTimes> devices) {
        Map<DeviceCategory, IntervalSet.Builder> builders = new EnumMap<>(DeviceCategory.class);
        devices.forEach(device -> device.work.forEach(
                (category, stretches) -> builders.computeIfAbsent(category, any -> new IntervalSet.Builder())
                        .addAll(stretches)));
        return new DeviceTimes(builders);
    }

    /**
     * {@return its times in one category, including overlaps with other categories}
     *
     * @param category the category
     */
    public IntervalSet of(DeviceCategory category) {
        return work.getOrDefault(category, IntervalSet.NONE);
    }

    /** {@return the times at which it works} */
    public IntervalSet work() {
        return all;
    }
}
