package io.stepprofiler.analysis.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The steps of a window and their parts, one list a column. In each step the parts add up to its duration.
 *
 * @param numbers numbers of the steps
 * @param startNanos when they began, from the beginning of the window
 * @param durationNanos how long they took
 * @param parts the nanoseconds of each category other than {@code PHASE} by its name, and of each phase by its name
 *     behind {@code phase: }; the phases with little time are together in {@code phase: (other)}
 * @param cpuNanos processor time of the threads of the steps; empty if it is not known of all
 * @param counters what counters told last at the end of each step, by their names, of batch sizes the sum in the step;
 *     not a number where it is infinite, too
 * @param leftOut how many further steps are not listed
 */
public record StepTimes(
        List<Long> numbers,
        List<Long> startNanos,
        List<Long> durationNanos,
        Map<String, List<Long>> parts,
        List<Long> cpuNanos,
        Map<String, List<Double>> counters,
        int leftOut) {
    /** What is before the name of a phase among the parts. */
    public static final String PHASE = "phase: ";

    /**
     * Copies the lists.
     *
     * @param numbers numbers of the steps
     * @param startNanos when they began
     * @param durationNanos how long they took
     * @param parts the nanoseconds of each part
     * @param cpuNanos processor time of the threads of the steps
     * @param counters what counters told
     * @param leftOut how many further steps are not listed
     */
    public StepTimes {
        numbers = List.copyOf(numbers);
        startNanos = List.copyOf(startNanos);
        durationNanos = List.copyOf(durationNanos);
        Map<String, List<Long>> copy = new LinkedHashMap<>();
        parts.forEach((name, nanos) -> copy.put(name, List.copyOf(nanos)));
        parts = Collections.unmodifiableMap(copy);
        cpuNanos = List.copyOf(cpuNanos);
        Map<String, List<Double>> told = new LinkedHashMap<>();
        counters.forEach((name, values) -> told.put(name, List.copyOf(values)));
        counters = Collections.unmodifiableMap(told);
    }
}
