package io.stepprofiler.analysis.rules;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is known of the steps of one rank of several, from the reports of its windows. Times are medians over its steps.
 *
 * @param rank number of the rank
 * @param source what its first window was read from; empty if from the process itself
 * @param steps number of steps
 * @param stepNanos time of a step
 * @param ownNanos time of a step without communication, in which a rank waits for the others: of its thread, or of its
 *     devices where no kernel hides it
 * @param parts time of a step in each part but communication, by the name of the part in words; waits for a device without
 *     its communication
 * @param longestStep number of the step with the most time of its own; {@link #UNKNOWN_STEP} where devices communicate,
 *     which is known of all steps together
 * @param longestNanos time of that step
 */
public record RankFacts(
        int rank,
        String source,
        int steps,
        long stepNanos,
        long ownNanos,
        Map<String, Long> parts,
        long longestStep,
        long longestNanos) {
    /** In place of the number of a step. */
    public static final long UNKNOWN_STEP = -1;

    /**
     * Copies the map.
     *
     * @param rank number of the rank
     * @param source what its first window was read from
     * @param steps number of steps
     * @param stepNanos time of a step
     * @param ownNanos time of a step without communication
     * @param parts time of a step in each part but communication
     * @param longestStep number of the step with the most time of its own, or {@link #UNKNOWN_STEP}
     * @param longestNanos time of that step
     */
    public RankFacts {
        parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
    }
}
