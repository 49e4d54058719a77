package io.stepprofiler.analysis.report;

import java.util.List;

/**
 * Equal waits in steps: on the threads of steps, of one name and one call stack.
 *
 * @param name their name, such as {@code Monitor enter (Queue)}
 * @param category their category in the step, such as {@code LOCK}
 * @param count their number
 * @param nanos their total duration in steps
 * @param maxNanos duration of the longest one
 * @param stack their call stack, innermost frame first; empty if not known
 */
public record Wait(String name, String category, long count, long nanos, long maxNanos, List<String> stack) {
    /** Copies the stack. */
    public Wait {
        stack = List.copyOf(stack);
    }
}
