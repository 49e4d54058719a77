package io.stepprofiler.analysis.steps;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.event.StepMark;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Breakdown of one step by the activity of a device, or of all devices: each nanosecond is in one category, and the sum
 * is the duration of the step.
 *
 * @param step the time of the devices for the step, see {@link DeviceSteps#periods}
 * @param nanos nanoseconds by category, of all categories
 * @param host time of the thread of the step while no device works, in nanoseconds by category, of all categories; the
 *     sum is the time of {@link DeviceCategory#HOST} and {@link DeviceCategory#IDLE}
 * @param communicationNanos nanoseconds in which a collective operation ran, hidden by kernels or not
 * @param hiddenCommunicationNanos nanoseconds of communication hidden by kernels
 */
public record DeviceBreakdown(
        StepMark step,
        Map<DeviceCategory, Long> nanos,
        Map<StepCategory, Long> host,
        long communicationNanos,
        long hiddenCommunicationNanos) {
    /** Copies the maps; missing values are 0. */
    public DeviceBreakdown {
        nanos = complete(nanos, DeviceCategory.class);
        host = complete(host, StepCategory.class);
    }

    private static <K extends Enum<K>> Map<K, Long> complete(Map<K, Long> some, Class<K> type) {
        Map<K, Long> all = new EnumMap<>(type);
        for (K each : type.getEnumConstants()) {
            all.put(each, some.getOrDefault(each, 0L));
        }
        return Collections.unmodifiableMap(all);
    }

    /**
     * {@return the time of one category in nanoseconds}
     *
     * @param category the category
     */
    public long of(DeviceCategory category) {
        return nanos.getOrDefault(category, 0L);
    }

    /** {@return the time in which a device works, in nanoseconds} */
    public long workNanos() {
        return nanos.entrySet().stream()
                .filter(each -> each.getKey().isWork())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
