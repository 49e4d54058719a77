package io.stepprofiler.analysis.report;

import java.util.List;

/**
 * One place in the code that samples in steps have found.
 *
 * @param count number of samples
 * @param weight what they stand for: nanoseconds, or bytes of allocation
 * @param stack the call stack, innermost frame first
 */
public record Sampled(long count, long weight, List<String> stack) {
    /**
     * Copies the stack.
     *
     * @param count number of samples
     * @param weight what they stand for
     * @param stack the call stack
     */
    public Sampled {
        stack = List.copyOf(stack);
    }
}
