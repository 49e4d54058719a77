package io.stepprofiler.analysis.steps;

import io.stepprofiler.analysis.breakdown.StepCategory;
import io.stepprofiler.event.StepMark;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a device, or all of them, did while one step lasted: each nanosecond in one category, so that their sum is the
 * duration of the step. What a device does for a step after its end counts for the step in which it does it.
 *
 * @param step the step
 * @param nanos nanoseconds by category, of all categories
 * @param host what the thread of the step did while no device worked, in nanoseconds by category, of all categories; their
 *     sum is that of {@link DeviceCategory#HOST} and {@link DeviceCategory#IDLE}
 * @param communicationNanos nanoseconds in which a collective operation ran, hidden behind kernels or not
 * @param hiddenCommunicationNanos those of them in which a kernel ran, too
 */
public record DeviceBreakdown(
        StepMark step,
        Map<DeviceCategory, Long> nanos,
        Map<StepCategory, Long> host,
        long communicationNanos,
        long hiddenCommunicationNanos) {
    /**
     * Copies the maps.
     *
     * @param step the step
     * @param nanos nanoseconds by category; what is not there is 0
     * @param host what the thread of the step did while no device worked; what is not there is 0
     * @param communicationNanos nanoseconds in which a collective operation ran
     * @param hiddenCommunicationNanos those of them in which a kernel ran, too
     */
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

    /** {@return how long a device worked, in nanoseconds} */
    public long workNanos() {
        return nanos.entrySet().stream()
                .filter(each -> each.getKey().isWork())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
