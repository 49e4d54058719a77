package io.stepprofiler.analysis.whatif;

import java.util.Arrays;
import java.util.List;

/**
 * The smallest peak over all valid orders of operations, between two bounds, which mostly are equal: that of the best
 * order found, and one that no order is below.
 *
 * @param bytes the smallest peak that was found, which {@code order} has
 * @param atLeast the peak below which no valid order is
 * @param order an order that has this peak, as indexes of operations
 */
public record MinimalPeak(long bytes, long atLeast, List<Integer> order) {
    /** More operations than this, and the search for an order takes too long. */
    private static final int MAX_OPERATIONS = 20_000;

    /**
     * Copies the list.
     *
     * @param bytes the smallest peak found
     * @param atLeast the peak below which no order is
     * @param order an order that has it
     */
    public MinimalPeak {
        order = List.copyOf(order);
    }

    /**
     * The smallest peak of some known orders and of a greedy one.
     *
     * @param known orders to begin with, at least one
     */
    static MinimalPeak of(Liveness graph, List<int[]> known) {
        long bound = PeakBound.of(graph);
        MinimalPeak best = known.stream()
                .map(order -> of(graph, order, bound))
                .reduce(MinimalPeak::smaller)
                .orElseThrow();
        return best.isProven() || graph.operations() > MAX_OPERATIONS
                ? best
                : best.smaller(of(graph, GreedyOrder.of(graph, bound), bound));
    }

    private static MinimalPeak of(Liveness graph, int[] order, long bound) {
        return new MinimalPeak(
                graph.peak(order), bound, Arrays.stream(order).boxed().toList());
    }

    private MinimalPeak smaller(MinimalPeak other) {
        return other.bytes < bytes ? other : this;
    }

    /** {@return whether no order needs less} */
    public boolean isProven() {
        return bytes == atLeast;
    }

    /** The larger of two, of graphs that each have an order of their own; the order is that of the larger. */
    MinimalPeak or(MinimalPeak other) {
        MinimalPeak larger = other.bytes > bytes ? other : this;
        return new MinimalPeak(larger.bytes, Math.max(atLeast, other.atLeast), larger.order);
    }
}
