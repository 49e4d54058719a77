package io.stepprofiler.analysis.flame;

/**
 * How large flame graphs may become. Of larger ones the stacks with the least weight are put together.
 *
 * @param stacks most stacks of a graph, besides those that stand for what was put together
 * @param weights most weights of a graph, where each step in which a stack occurs has one; exceeded only where the
 *     outermost frame alone has more
 */
public record FlameLimits(int stacks, int weights) {
    /** Those of a page that shows one window. */
    public static final FlameLimits DEFAULT = new FlameLimits(8_000, 250_000);

    /**
     * Checks the limits.
     *
     * @param stacks most stacks of a graph
     * @param weights most weights of a graph
     * @throws IllegalArgumentException if one is not positive
     */
    public FlameLimits {
        if (stacks <= 0 || weights <= 0) {
            throw new IllegalArgumentException(
                    "stacks = " + stacks + ", weights = " + weights + " is not allowed: both must be 1 or more");
        }
    }
}
