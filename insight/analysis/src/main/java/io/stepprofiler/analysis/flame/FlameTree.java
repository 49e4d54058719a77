package io.stepprofiler.analysis.flame;

import io.stepprofiler.analysis.stacktree.StackTree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/** Stacks with their weights by step, from which a graph is built at the end. */
final class FlameTree {
    private static final double LESS = 0.8;

    private final StackTree stacks = new StackTree();
    private final SparseSums weights = new SparseSums();

    FlameTree() {}

    StackTree stacks() {
        return stacks;
    }

    void add(int node, int column, long weight) {
        weights.add(node, column, weight);
    }

    boolean isEmpty() {
        return weights.count() == 0;
    }

    /**
     * Returns the graph of the stacks that have weight.
     *
     * @param limits limits of the graph
     * @param isInOrder whether stacks are in the order of their first occurrence; if not, the largest come first
     * @param leftOut supplies the frame of merged stacks; called only if stacks are merged
     */
    FlameGraph graph(FlameSource source, FlameLimits limits, boolean isInOrder, IntSupplier leftOut) {
        long[] totals = totals();
        // Stable: of equal stacks the older one comes first, and a parent is older than its children.
        Comparator<Integer> largestFirst =
                Comparator.comparingLong((Integer node) -> totals[node]).reversed();
        int[] largest = largest(totals, limits.stacks()).stream()
                .sorted(largestFirst)
                .mapToInt(Integer::intValue)
                .toArray();
        int all = (int) Arrays.stream(totals, 1, totals.length)
                .filter(total -> total > 0)
                .count();
        int kept = largest.length;
        Kept result = new Kept(largest, kept, all);
        while (result.weightCount() > limits.weights() && kept > 1) {
            kept = Math.max(1, (int) (kept * LESS));
            result = new Kept(largest, kept, all);
        }
        return result.graph(source, isInOrder ? Comparator.naturalOrder() : largestFirst, leftOut);
    }

    /**
     * Returns the given number of largest stacks, or all with weight. Sorts totals rather than stacks, since there may
     * be a hundred times more stacks than the limit.
     */
    private static List<Integer> largest(long[] totals, int most) {
        long[] sorted = Arrays.copyOfRange(totals, 1, totals.length);
        Arrays.sort(sorted);
        long least = Math.max(1, sorted.length <= most ? 1 : sorted[sorted.length - most]);
        long ofLeast =
                most - Arrays.stream(sorted).filter(total -> total > least).count();
        List<Integer> largest = new ArrayList<>();
        for (int node = 1; node < totals.length; node++) {
            if (totals[node] > least || (totals[node] == least && ofLeast-- > 0)) {
                largest.add(node);
            }
        }
        return largest;
    }

    /** Returns the total weight of each stack with its subtree. */
    private long[] totals() {
        long[] totals = new long[stacks.size()];
        // A child is younger than its parent.
        for (int node = totals.length - 1; node > StackTree.EMPTY; node--) {
            totals[node] += weights.sum(node);
            totals[stacks.parent(node)] += totals[node];
        }
        return totals;
    }

    /** Kept stacks, with the merged weights inside each of them. */
    private final class Kept {
        private final int leftOutCount;
        private final boolean[] isKept = new boolean[stacks.size()];
        private final SparseSums rest = new SparseSums();
        private long weightCount;

        Kept(int[] largest, int count, int all) {
            leftOutCount = all - count;
            isKept[StackTree.EMPTY] = true;
            for (int i = 0; i < count; i++) {
                isKept[largest[i]] = true;
            }
            int[] innermost = new int[stacks.size()];
            for (int node = 0; node < innermost.length; node++) {
                if (isKept[node]) {
                    innermost[node] = node;
                    weightCount += weights.size(node);
                } else {
                    innermost[node] = innermost[stacks.parent(node)];
                    rest.addRow(innermost[node], weights, node);
                }
            }
        }

        long weightCount() {
            return weightCount + rest.count();
        }

        FlameGraph graph(FlameSource source, Comparator<Integer> order, IntSupplier leftOut) {
            Map<Integer, List<Integer>> children = new HashMap<>();
            int size = 1;
            for (int node = 0; node < isKept.length; node++) {
                if (isKept[node] && node != StackTree.EMPTY) {
                    children.computeIfAbsent(stacks.parent(node), any -> new ArrayList<>())
                            .add(node);
                    size++;
                }
                size += rest.size(node) > 0 ? 1 : 0;
            }
            int[] parents = new int[size];
            int[] frames = new int[size];
            SparseSums sums = new SparseSums();
            int[] places = new int[isKept.length];
            // Nodes to visit, the next one on top; a complement stands for the merged stacks inside a node.
            Deque<Integer> open = new ArrayDeque<>();
            open.push(StackTree.EMPTY);
            for (int place = 0; place < size; place++) {
                int node = open.pop();
                if (node < 0) {
                    parents[place] = places[~node];
                    frames[place] = leftOut.getAsInt();
                    sums.addRow(place, rest, ~node);
                    continue;
                }
                places[node] = place;
                parents[place] = node == StackTree.EMPTY ? 0 : places[stacks.parent(node)];
                frames[place] = node == StackTree.EMPTY ? FlameGraph.NO_FRAME : stacks.frame(node);
                sums.addRow(place, weights, node);
                if (rest.size(node) > 0) {
                    open.push(~node);
                }
                children.getOrDefault(node, List.of()).stream()
                        .sorted(order.reversed())
                        .forEach(open::push);
            }
            return new FlameGraph(source, parents, frames, sums, leftOutCount);
        }
    }
}
