package io.stepprofiler.analysis.breakdown;

import io.stepprofiler.event.StepMark;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Breakdown of one step on its own thread: each nanosecond is in one category, and the sum is the duration of the step.
 * Concurrent costs are not part of that sum.
 *
 * @param step the step
 * @param nanos nanoseconds by category, of all categories
 * @param phases nanoseconds of {@link StepCategory#PHASE} by the name of the event, {@code backward on another thread},
 *     or a method with the mark of sampled phases, in the order of their first occurrence; the sum is the time of that
 *     category
 * @param concurrent nanoseconds of concurrent costs during the step, of all costs; two threads that work at the same
 *     time count twice
 */
public record StepBreakdown(
        StepMark step, Map<StepCategory, Long> nanos, Map<String, Long> phases, Map<ConcurrentCost, Long> concurrent) {
    /** Copies the maps; missing values are 0. */
    public StepBreakdown {
        nanos = complete(nanos, StepCategory.class);
        phases = Collections.unmodifiableMap(new LinkedHashMap<>(phases));
        concurrent = complete(concurrent, ConcurrentCost.class);
    }

    private static <K extends Enum<K>> Map<K, Long> complete(Map<K, Long> some, Class<K> type) {
        Map<K, Long> all = new EnumMap<>(type);
        for (K each : type.getEnumConstants()) {
            all.put(each, some.getOrDefault(each, 0L));
        }
        return Collections.unmodifiableMap(all);
    }

    /** {@return the time of one category in nanoseconds}
     *
     * @param category the category
     */
    public long of(StepCategory category) {
        return nanos.getOrDefault(category, 0L);
    }
}
