package io.stepprofiler.handlers.xplane;

import io.stepprofiler.frameworks.Jax;
import io.stepprofiler.handlers.output.SafeText;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Arguments of events, and metadata, as stats under the names that the user gave them. */
final class UserStats {
    /** The stat that names the operation for which tools count an event. */
    static final String OPERATION = "tf_op";

    /** Argument with the name of an event's metadata if viewers show another one. */
    private static final String LONG_NAME = "long_name";

    private static final String ROOT = "_r";

    /**
     * Our stats, and stats by which tools group events: one stat called {@code group_id} would make them leave all
     * steps ungrouped.
     */
    private static final Set<String> RESERVED = Set.of(
            "_a",
            "_c",
            "_ct",
            "_p",
            "_pt",
            "_ipl_stage_name",
            "correlation_id",
            "cpu ns",
            "flow",
            "group_id",
            "kernel_details",
            "memcpy_details",
            "profile_options",
            "profile_start_time",
            "profile_stop_time",
            "step_name",
            "unfinished",
            "async",
            "shortened ns",
            "correlation",
            "Sequence number",
            "Fwd thread id");

    private final PlaneMetadata dictionary;

    UserStats(PlaneMetadata dictionary) {
        this.dictionary = dictionary;
    }

    /** True if the arguments mark an annotated step, as tools recognize it. */
    static boolean isStep(Map<String, Object> arguments) {
        return arguments.get(ROOT) instanceof Long;
    }

    /** The name of the event's metadata in the arguments; empty if they have none, so that the event's name is used. */
    static String longName(Map<String, Object> arguments) {
        return arguments.get(LONG_NAME) instanceof String name ? name : "";
    }

    /** True if the arguments name the operation of their event. */
    static boolean namesOperation(Map<String, Object> arguments) {
        return arguments.get(OPERATION) instanceof String;
    }

    /** The number of the step in the arguments; {@link Long#MIN_VALUE} if they have none. */
    static long stepNumber(Map<String, Object> arguments) {
        return arguments.get(Jax.STEP_NUMBER) instanceof Long number ? number : Long.MIN_VALUE;
    }

    /** Writes the arguments of a step except its number, which is written already. */
    void writeOfStep(Map<String, Object> arguments, Stats to) {
        Map<String, Object> others = new LinkedHashMap<>(arguments);
        others.remove(Jax.STEP_NUMBER);
        write(others, to);
    }

    void write(Map<String, Object> arguments, Stats to) {
        Set<String> taken = arguments.keySet();
        for (Map.Entry<String, Object> argument : arguments.entrySet()) {
            String name = argument.getKey();
            Object value = argument.getValue();
            if (name.equals(LONG_NAME) && value instanceof String) {
                continue; // The metadata has it.
            }
            String free = free(name, value, taken);
            if (!free.equals(name)) {
                taken = new HashSet<>(taken);
                taken.add(free);
            }
            int stat = dictionary.text(free);
            if (value instanceof Long number) {
                to.number(stat, (long) number);
            } else if (value instanceof Double number) {
                to.number(stat, (double) number);
            } else if (value instanceof Boolean truth) {
                to.number(stat, truth ? 1L : 0L);
            } else {
                to.text(stat, value.toString());
            }
        }
    }

    private static String free(String name, Object value, Set<String> taken) {
        boolean isStepStat = name.equals(ROOT) || name.equals(Jax.STEP_NUMBER);
        boolean isOfAnotherType =
                (isStepStat && !(value instanceof Long)) || (name.equals(OPERATION) && !(value instanceof String));
        // Names that cannot be represented may become the same.
        String free = isOfAnotherType ? "user_" + name : SafeText.of(name);
        while (RESERVED.contains(free) || (!free.equals(name) && taken.contains(free))) {
            free = "user_" + free;
        }
        return free;
    }
}
