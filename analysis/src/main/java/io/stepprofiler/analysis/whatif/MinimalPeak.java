package io.stepprofiler.analysis.whatif;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The smallest peak over all valid orders of operations, as far as it was found.
 *
 * @param bytes the smallest peak that was found, which {@code order} has
 * @param atLeast the peak below which no valid order is; equal to {@code bytes} if the search came to its end
 * @param order an order that has this peak, as indexes of operations
 * @param states the sets of operations that were looked at
 * @param outcome how the search ended
 * @param took how long it took
 */
public record MinimalPeak(long bytes, long atLeast, List<Integer> order, long states, Outcome outcome, Duration took) {
    /** How a search ended. */
    public enum Outcome {
        /** The peak is proven to be the smallest. */
        PROVEN,
        /** There were too many states. */
        STATE_LIMIT,
        /** It took too long. */
        TIME_LIMIT
    }

    /**
     * Copies the list.
     *
     * @param bytes the smallest peak found
     * @param atLeast the peak below which no order is
     * @param order an order that has it
     * @param states the sets looked at
     * @param outcome how the search ended
     * @param took how long it took
     */
    public MinimalPeak {
        order = List.copyOf(order);
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(took, "took");
    }

    /** {@return whether no order needs less} */
    public boolean isProven() {
        return outcome == Outcome.PROVEN;
    }

    /** The larger of two, of graphs that each have an order of their own; the order is that of the larger. */
    MinimalPeak or(MinimalPeak other) {
        MinimalPeak larger = other.bytes > bytes ? other : this;
        long bound = Math.max(atLeast, other.atLeast);
        Outcome worse = outcome.compareTo(other.outcome) < 0 ? other.outcome : outcome;
        return new MinimalPeak(
                larger.bytes,
                bound,
                larger.order,
                states + other.states,
                bound == larger.bytes ? Outcome.PROVEN : worse,
                took.plus(other.took));
    }
}
