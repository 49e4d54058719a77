package io.stepprofiler.analysis.whatif;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the results of a graph would need on one device, or on all, in bytes.
 *
 * @param device the device, such as {@code cpu}; {@code unknown device} or {@code all devices}
 * @param asIs with what was written in place and what are views sharing memory
 * @param withoutInPlace if operations that wrote over something had put out memory of their own
 * @param withoutFreeing if nothing were freed
 * @param recorded the most that results had at a time as the program freed them; empty if that was not recorded
 * @param minimal the smallest peak of all valid orders; empty if it was not asked for
 */
public record Peaks(
        String device,
        Peak asIs,
        Peak withoutInPlace,
        long withoutFreeing,
        OptionalLong recorded,
        Optional<MinimalPeak> minimal) {
    /**
     * Checks for null.
     *
     * @param device the device
     * @param asIs the peak as it is
     * @param withoutInPlace the peak without writing in place
     * @param withoutFreeing the sum
     * @param recorded the peak as recorded
     * @param minimal the smallest peak
     */
    public Peaks {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(asIs, "asIs");
        Objects.requireNonNull(withoutInPlace, "withoutInPlace");
    }

    /** The larger of each figure; both are of one device. */
    Peaks or(Peaks other) {
        OptionalLong larger = recorded.isEmpty() || other.recorded.isEmpty()
                ? (recorded.isPresent() ? recorded : other.recorded)
                : OptionalLong.of(Math.max(recorded.getAsLong(), other.recorded.getAsLong()));
        Optional<MinimalPeak> least = minimal.isEmpty() || other.minimal.isEmpty()
                ? minimal.or(other::minimal)
                : Optional.of(minimal.get().or(other.minimal.get()));
        return new Peaks(
                device,
                asIs.or(other.asIs),
                withoutInPlace.or(other.withoutInPlace),
                Math.max(withoutFreeing, other.withoutFreeing),
                larger,
                least);
    }

    /**
     * The most bytes that results have at a time, each freed after the last operation that uses it.
     *
     * @param executed in the order in which the operations were executed
     * @param topological in the order that follows from the results alone: depth first from the operations that no other
     *     needs, each right behind the last of those that it needs
     */
    public record Peak(long executed, long topological) {
        Peak or(Peak other) {
            return new Peak(Math.max(executed, other.executed), Math.max(topological, other.topological));
        }
    }

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
}
