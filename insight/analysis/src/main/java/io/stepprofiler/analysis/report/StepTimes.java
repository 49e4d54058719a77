package io.stepprofiler.analysis.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Table of the steps of a window and their parts, as one list per column. The parts of each step add up to its
 * duration.
 *
 * @param numbers numbers of the steps
 * @param startNanos their starts, relative to the start of the window
 * @param durationNanos their durations
 * @param parts the nanoseconds of each category other than {@code PHASE} by its name, and of each phase by its name
 *     after {@code phase: }; small phases are merged in {@code phase: (other)}
 * @param cpuNanos processor time of the threads of the steps; empty if it is not known for all
 * @param counters value of each counter at the end of each step, by name; for batch sizes the sum in the step; not a
 *     number if it is infinite
 * @param leftOut number of steps that are not listed
 */
public record StepTimes(
        List<Long> numbers,
        List<Long> startNanos,
        List<Long> durationNanos,
        Map<String, List<Long>> parts,
        List<Long> cpuNanos,
        Map<String, List<Double>> counters,
        int leftOut) {
    /** Prefix of the name of a phase among the parts. */
    public static final String PHASE = "phase: ";

    /** Copies the lists. */
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
