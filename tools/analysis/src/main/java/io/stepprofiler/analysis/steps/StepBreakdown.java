package io.stepprofiler.analysis.steps;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.trace.Trace;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one step spent its time with, on its own thread: each nanosecond in one category, so that their sum is the
 * duration of the step; and what went on beside it, which is no part of that sum.
 *
 * @param step the step
 * @param nanos nanoseconds by category, of all categories
 * @param phases nanoseconds of {@link StepCategory#PHASE} by the name of the event, or {@code backward on another
 *     thread}, in the order of their first time;
 *     their sum is that category
 * @param concurrent nanoseconds that things beside the thread took while the step lasted, of all of them; two that
 *     work side by side count twice
 */
public record StepBreakdown(
        StepMark step, Map<StepCategory, Long> nanos, Map<String, Long> phases, Map<ConcurrentCost, Long> concurrent) {
    /**
     * Copies the maps.
     *
     * @param step the step
     * @param nanos nanoseconds by category; what is not there is 0
     * @param phases nanoseconds of phases by name
     * @param concurrent nanoseconds by cost; what is not there is 0
     */
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

    /**
     * {@return the breakdowns of the steps of a trace whose ends are known, in the order of the steps}
     *
     * <p>A phase is the outermost event of the thread at that moment. An event that is around at least nine tenths of
     * every step, and mostly other events inside, is no phase: those inside it are, and the rest is under its name.
     *
     * <p>Takes a few passes over the events of threads that have steps, one over the others, and some bytes for each
     * outermost event.
     *
     * @param trace the trace
     */
    public static List<StepBreakdown> of(Trace trace) {
        return new Breakdowns(trace).all();
    }

    /**
     * {@return when the virtual machine held the threads of the program, on the clock of the trace}
     *
     * @param trace the trace
     */
    public static Stretches pauses(Trace trace) {
        return Breakdowns.pauses(trace);
    }

    /**
     * {@return when steps whose ends are known were in no category, on the clock of the trace}
     *
     * @param trace the trace
     */
    public static Stretches unaccounted(Trace trace) {
        return new Breakdowns(trace).unaccounted();
    }

    /** {@return the time of one category in nanoseconds}
     *
     * @param category the category
     */
    public long of(StepCategory category) {
        return nanos.getOrDefault(category, 0L);
    }
}
