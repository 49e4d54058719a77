package io.stepprofiler.analysis.flame;

/**
 * Limits of the size of flame graphs. In larger graphs the stacks with the least weight are merged.
 *
 * @param stacks most stacks of a graph, without the frames of merged stacks
 * @param weights most weights of a graph, one for each step in which a stack occurs; exceeded only if a single stack
 *     has more
 */
public record FlameLimits(int stacks, int weights) {
    /** Limits of a page that shows one window. */
    public static final FlameLimits DEFAULT = new FlameLimits(8_000, 250_000);

    /**
     * Checks the limits.
     *
     * @throws IllegalArgumentException if one is not positive
     */
    public FlameLimits {
        if (stacks <= 0 || weights <= 0) {
            throw new IllegalArgumentException(
                    "stacks = " + stacks + ", weights = " + weights + " is not allowed: both must be 1 or more");
        }
    }
}
