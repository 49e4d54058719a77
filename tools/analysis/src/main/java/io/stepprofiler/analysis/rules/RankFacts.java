package io.stepprofiler.analysis.rules;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Figures of the steps of one rank of several, from the reports of its windows. Times are medians over its steps.
 *
 * @param rank number of the rank
 * @param source source of its first window; empty if the process itself reported it
 * @param steps number of steps
 * @param stepNanos time of a step
 * @param ownNanos time of a step without communication, in which a rank waits for the others: communication of its
 *     thread, or of its devices if no kernel hides it
 * @param parts time of a step in each part but communication, by the name of the part in words; waits for a device do
 *     not include its communication
 * @param longestStep number of the step with the most own time; {@link #UNKNOWN_STEP} if devices communicate, since
 *     that is only known as a total
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
    /** Number of a step that is not known. */
    public static final long UNKNOWN_STEP = -1;

    /**
     * Copies the map.
     *
     * @param rank number of the rank
     * @param source source of its first window
     * @param steps number of steps
     * @param stepNanos time of a step
     * @param ownNanos time of a step without communication
     * @param parts time of a step in each part but communication
     * @param longestStep number of the step with the most own time, or {@link #UNKNOWN_STEP}
     * @param longestNanos time of that step
     */
    public RankFacts {
        parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
    }
}
