package io.stepprofiler.analysis.whatif;

import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Looks for the valid order with the smallest peak, by branch and bound over sets of operations that are done.
 *
 * <p>The bytes in use depend on the set alone, so of all orders that do a set only the one with the smallest peak is
 * followed. The search goes depth first among the sets whose peak is not above a bound, which no order is below; when
 * there are none left, the bound rises to the smallest peak among those put off. So the first complete order is one
 * with the smallest peak, and where the search is broken off, the bound is what is known. What cannot be better than
 * the best order known before is left out.
 */
final class MinimalPeakSearch {
    private final Liveness graph;
    private final SearchLimits limits;
    private final long began = System.nanoTime();
    private final Map<BitSet, Long> peaks = new HashMap<>();
    private final PriorityQueue<Progress> open;
    private long bound;
    private int[] best = {};
    private long bestPeak = Long.MAX_VALUE;

    private MinimalPeakSearch(Liveness graph, SearchLimits limits) {
        this.graph = graph;
        this.limits = limits;
        bound = PeakBound.of(graph);
        long lowest = bound;
        open = new PriorityQueue<>(Comparator.comparingLong((Progress each) -> Math.max(each.peak(), lowest))
                .thenComparingInt(each -> -each.size()));
    }

    /**
     * {@return the smallest peak}
     *
     * @param known orders to begin with, at least one
     */
    static MinimalPeak of(Liveness graph, SearchLimits limits, List<int[]> known) {
        MinimalPeakSearch search = new MinimalPeakSearch(graph, limits);
        known.forEach(search::take);
        search.greedy().ifPresent(search::take);
        return search.result(search.run());
    }

    private void take(int[] order) {
        long peak = graph.peak(order);
        if (peak < bestPeak) {
            bestPeak = peak;
            best = order;
        }
    }

    /**
     * Does next what needs least, of several the one that leaves least. Takes the square of the number of operations:
     * empty if there is no time for that.
     */
    private Optional<int[]> greedy() {
        Progress progress = Progress.none(graph).withAllThatCostNothing(bound);
        while (!progress.isComplete()) {
            if (isTimeOver()) {
                return Optional.empty();
            }
            int next = -1;
            long nextPeak = 0;
            long nextGrowth = 0;
            for (int i = progress.done().nextClearBit(0);
                    i < graph.operations();
                    i = progress.done().nextClearBit(i + 1)) {
                if (progress.isReady(i)) {
                    long peak = Math.max(bound, progress.peakWith(i));
                    long growth = progress.growthBy(i);
                    if (next < 0 || peak < nextPeak || (peak == nextPeak && growth < nextGrowth)) {
                        next = i;
                        nextPeak = peak;
                        nextGrowth = growth;
                    }
                }
            }
            progress = progress.with(next, bound);
        }
        return Optional.of(progress.order());
    }

    private boolean isTimeOver() {
        return System.nanoTime() - began >= limits.time().toNanos();
    }

    private MinimalPeak.Outcome run() {
        put(Progress.none(graph).withAllThatCostNothing(bound));
        while (!open.isEmpty() && bound < bestPeak) {
            Progress progress = open.remove();
            // What is not there any more was reached with a smaller peak since.
            if (progress.peak() > peaks.getOrDefault(progress.done(), Long.MAX_VALUE)) {
                continue;
            }
            bound = Math.max(bound, progress.peak());
            if (bound >= bestPeak) {
                break;
            }
            if (peaks.size() > limits.states()) {
                return MinimalPeak.Outcome.STATE_LIMIT;
            }
            if (isTimeOver()) {
                return MinimalPeak.Outcome.TIME_LIMIT;
            }
            expand(progress);
        }
        bound = bestPeak;
        return MinimalPeak.Outcome.PROVEN;
    }

    private void expand(Progress progress) {
        for (int i = progress.done().nextClearBit(0);
                i < graph.operations();
                i = progress.done().nextClearBit(i + 1)) {
            if (progress.isReady(i) && progress.peakWith(i) < bestPeak) {
                put(progress.with(i, bound));
            }
        }
    }

    private void put(Progress progress) {
        if (progress.isComplete()) {
            take(progress.order());
            return;
        }
        Long known = peaks.get(progress.done());
        if (progress.peak() < bestPeak && (known == null || progress.peak() < known)) {
            peaks.put(progress.done(), progress.peak());
            open.add(progress);
        }
    }

    private MinimalPeak result(MinimalPeak.Outcome outcome) {
        return new MinimalPeak(
                bestPeak,
                Math.min(bound, bestPeak),
                Arrays.stream(best).boxed().toList(),
                peaks.size(),
                outcome,
                Duration.ofNanos(System.nanoTime() - began));
    }
}
