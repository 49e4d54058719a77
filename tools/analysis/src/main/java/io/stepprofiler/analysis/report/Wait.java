package io.stepprofiler.analysis.report;

import java.util.List;

/**
 * Waits in steps that are alike: on the threads of steps, of one name and from one place.
 *
 * @param name their name, such as {@code Monitor enter (Queue)}
 * @param category what they mean for the step, such as {@code LOCK}
 * @param count how many there are
 * @param nanos how long they lie in steps, all together
 * @param maxNanos how long the longest does
 * @param stack where they are, innermost frame first; empty if not known
 */
public record Wait(String name, String category, long count, long nanos, long maxNanos, List<String> stack) {
    /**
     * Copies the stack.
     *
     * @param name their name
     * @param category what they mean for the step
     * @param count how many there are
     * @param nanos how long they lie in steps
     * @param maxNanos how long the longest does
     * @param stack where they are
     */
    public Wait {
        stack = List.copyOf(stack);
    }
}
