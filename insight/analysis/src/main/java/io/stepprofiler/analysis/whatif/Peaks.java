package io.stepprofiler.analysis.whatif;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Memory that the results of a graph need on one device, or on all, in bytes.
 *
 * @param device the device, such as {@code cpu}; {@code unknown device} or {@code all devices}
 * @param asIs the peak with views and results written in place sharing memory
 * @param withoutInPlace the peak if results written in place had memory of their own
 * @param withoutFreeing the sum if nothing were freed
 * @param recorded the most bytes of results at a time, freed when the program did; empty if not recorded
 * @param minimal the smallest peak of all valid orders; empty if not requested
 */
public record Peaks(
        String device,
        Peak asIs,
        Peak withoutInPlace,
        long withoutFreeing,
        OptionalLong recorded,
        Optional<MinimalPeak> minimal) {
    public Peaks {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(asIs, "asIs");
        Objects.requireNonNull(withoutInPlace, "withoutInPlace");
    }

    /** The larger of each figure, of two calls on one device. */
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
     * @param topological in the order that follows from the results alone: depth first from the operations that no
     *     other needs, each right after the last operation that it needs
     */
    public record Peak(long executed, long topological) {
        Peak or(Peak other) {
            return new Peak(Math.max(executed, other.executed), Math.max(topological, other.topological));
        }
    }

    /**
     * The smallest peak of all valid orders of operations, between two bounds: the peak of the best order found, and a
     * lower bound of all orders. They are equal if the graph has at most twelve operations, of which all orders are
     * compared, and mostly otherwise.
     *
     * @param bytes the smallest peak found, which {@code order} has
     * @param atLeast lower bound of the peaks of all valid orders
     * @param order an order that has this peak, as indexes of operations
     */
    public record MinimalPeak(long bytes, long atLeast, List<Integer> order) {
        /** Most operations for which greedy orders are computed: with more it takes too long. */
        private static final int MAX_OPERATIONS = 20_000;

        /** Copies the list. */
        public MinimalPeak {
            order = List.copyOf(order);
        }

        /**
         * The smallest peak of all orders, or of some known orders and of greedy ones.
         *
         * @param known orders to begin with, at least one
         */
        static MinimalPeak of(Liveness graph, List<int[]> known) {
            if (graph.operations() <= BestOrder.MAX_OPERATIONS) {
                int[] best = BestOrder.of(graph);
                return of(graph, best, graph.peak(best));
            }
            long bound = PeakBound.of(graph);
            MinimalPeak found = known.stream()
                    .map(order -> of(graph, order, bound))
                    .reduce(MinimalPeak::smaller)
                    .orElseThrow();
            if (!found.isProven() && graph.operations() <= MAX_OPERATIONS) {
                found = found.smaller(of(graph, GreedyOrder.of(graph, bound), bound));
            }
            if (!found.isProven() && graph.operations() <= MAX_OPERATIONS) {
                found = found.smaller(of(graph, GreedyOrder.fromTheLast(graph, bound), bound));
            }
            return found;
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

        /** The larger figures of two graphs, with the order that belongs to the larger peak. */
        MinimalPeak or(MinimalPeak other) {
            MinimalPeak larger = other.bytes > bytes ? other : this;
            return new MinimalPeak(larger.bytes, Math.max(atLeast, other.atLeast), larger.order);
        }
    }
}
