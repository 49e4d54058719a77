package io.stepprofiler.event;

import io.stepprofiler.frameworks.PyTorch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The time that one training step took.
 *
 * @param number the step, counted from 0 since the profile was built
 * @param startNanos when it began, on the clock of the trace
 * @param durationNanos how long it took
 * @param trackId the track of the thread that ended it, or that opened its scope
 * @param unfinished whether profiling ended before the step did
 * @param cpuNanos processor time that its thread took, without that of other threads; -1 if not known
 */
public record StepMark(
        long number, long startNanos, long durationNanos, long trackId, boolean unfinished, long cpuNanos) {
    /** Value of a processor time that is not known: {@value}. */
    public static final long UNKNOWN_CPU = -1;

    /** Order by start, the longer first at equal starts, so that each step precedes the steps inside it. */
    public static final Comparator<StepMark> PARENTS_FIRST = Comparator.comparingLong(StepMark::startNanos)
            .thenComparing(Comparator.comparingLong(StepMark::durationNanos).reversed());

    /**
     * A step whose processor time is not known.
     *
     * @param number the step, counted from 0 since the profile was built
     * @param startNanos when it began, on the clock of the trace
     * @param durationNanos how long it took
     * @param trackId the track of its thread
     * @param unfinished whether profiling ended before the step did
     */
    public StepMark(long number, long startNanos, long durationNanos, long trackId, boolean unfinished) {
        this(number, startNanos, durationNanos, trackId, unfinished, UNKNOWN_CPU);
    }

    /**
     * {@return as many of the marks as can be steps of their threads, in the order of time} Steps of a thread do not
     * overlap: of marks that do, these are the marks that end first, so a mark with whole steps inside is none.
     *
     * @param marks the marks, in any order
     */
    public static List<StepMark> disjoint(List<StepMark> marks) {
        List<StepMark> byEnd = new ArrayList<>(marks);
        byEnd.sort(Comparator.comparing((StepMark mark) -> mark.unfinished || mark.durationNanos == 0)
                .thenComparingLong(StepMark::endNanos)
                .thenComparing(PARENTS_FIRST.reversed()));
        Map<Long, Long> ends = new HashMap<>();
        List<StepMark> disjoint = new ArrayList<>();
        for (StepMark mark : byEnd) {
            if (mark.startNanos >= ends.getOrDefault(mark.trackId, Long.MIN_VALUE)) {
                ends.put(mark.trackId, mark.endNanos());
                disjoint.add(mark);
            }
        }
        disjoint.sort(PARENTS_FIRST);
        return List.copyOf(disjoint);
    }

    private long endNanos() {
        return startNanos + durationNanos;
    }

    /** {@return the name of the step in trace viewers: {@code ProfilerStep#N}} */
    public String name() {
        return PyTorch.STEP_PREFIX + number;
    }

    /**
     * {@return the steps of a trace in words, such as {@code step 7}, {@code steps 7 to 9}, or {@code steps 7 to 9, and
     * the beginning of step 10}; empty if there are none}
     *
     * @param steps the steps, in their order; {@link #unfinished()} ones are named separately
     */
    public static String inWords(List<StepMark> steps) {
        List<StepMark> whole = steps.stream().filter(step -> !step.unfinished()).toList();
        List<StepMark> begun = steps.stream().filter(StepMark::unfinished).toList();
        StringJoiner words = new StringJoiner(", and ");
        if (!whole.isEmpty()) {
            words.add(numbers(whole));
        }
        if (!begun.isEmpty()) {
            words.add("the beginning of " + numbers(begun));
        }
        return words.toString();
    }

    private static String numbers(List<StepMark> steps) {
        long first = steps.get(0).number();
        long last = steps.get(steps.size() - 1).number();
        return first == last ? "step " + first : "steps " + first + " to " + last;
    }
}
