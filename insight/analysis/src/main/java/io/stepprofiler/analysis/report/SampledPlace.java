package io.stepprofiler.analysis.report;

import java.util.List;

/**
 * Place in the code with its samples in steps.
 *
 * @param count number of samples
 * @param weight sum of their weights: nanoseconds, or allocated bytes
 * @param stack the call stack, innermost frame first
 */
public record SampledPlace(long count, long weight, List<String> stack) {
    /** Copies the stack. */
    public SampledPlace {
        stack = List.copyOf(stack);
    }
}
