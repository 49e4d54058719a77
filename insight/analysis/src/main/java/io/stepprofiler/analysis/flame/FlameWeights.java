package io.stepprofiler.analysis.flame;

import io.stepprofiler.analysis.stacktree.StackTree;
import java.util.Arrays;
import java.util.function.IntSupplier;

/** Weights of stacks by step, from which a graph is built at the end. */
final class FlameWeights {
    private static final double LESS = 0.8;

    private final StackTree stacks = new StackTree();
    private final SparseSums byStep = new SparseSums();

    FlameWeights() {}

    StackTree stacks() {
        return stacks;
    }

    void add(int node, int column, long weight) {
        stacks.add(node, weight);
        byStep.add(node, column, weight);
    }

    boolean isEmpty() {
        return byStep.count() == 0;
    }

    /**
     * Returns the graph of the stacks that have weight.
     *
     * @param limits limits of the graph
     * @param isInOrder whether stacks are in the order of their first occurrence; if not, the largest come first
     * @param leftOut supplies the frame of merged stacks; called only if stacks are merged
     */
    FlameGraph graph(FlameSource source, FlameLimits limits, boolean isInOrder, IntSupplier leftOut) {
        long[] totals = stacks.totals();
        int all = (int) Arrays.stream(totals, 1, totals.length)
                .filter(total -> total > 0)
                .count();
        Kept kept = new Kept(stacks.largest(totals, limits.stacks()));
        while (kept.weightCount() > limits.weights() && kept.largest.length > 1) {
            kept = new Kept(Arrays.copyOf(kept.largest, Math.max(1, (int) (kept.largest.length * LESS))));
        }
        return kept.graph(source, isInOrder, leftOut, all - kept.largest.length);
    }

    /** Kept stacks, with the merged weights inside each of them. */
    private final class Kept {
        private final int[] largest;
        private final SparseSums rest = new SparseSums();
        private long weightCount;

        Kept(int[] largest) {
            this.largest = largest;
            int[] innermost = stacks.innermostOf(largest);
            for (int node = 0; node < innermost.length; node++) {
                if (innermost[node] == node) {
                    weightCount += byStep.size(node);
                } else {
                    rest.addRow(innermost[node], byStep, node);
                }
            }
        }

        long weightCount() {
            return weightCount + rest.count();
        }

        FlameGraph graph(FlameSource source, boolean isInOrder, IntSupplier leftOut, int leftOutCount) {
            int[] shown = largest.clone();
            if (isInOrder) {
                Arrays.sort(shown);
            }
            Graph graph = new Graph(leftOut);
            stacks.visit(shown, graph);
            return new FlameGraph(
                    source,
                    Arrays.copyOf(graph.parents, graph.size),
                    Arrays.copyOf(graph.frames, graph.size),
                    graph.sums,
                    leftOutCount);
        }

        /** Nodes of a graph in the order of their places. */
        private final class Graph implements StackTree.Visitor {
            private final IntSupplier leftOut;
            private final SparseSums sums = new SparseSums();
            private final int[] parents = new int[2 * (largest.length + 1)];
            private final int[] frames = new int[parents.length];
            private int size;

            Graph(IntSupplier leftOut) {
                this.leftOut = leftOut;
            }

            @Override
            public int enter(int node, int around) {
                boolean isEmpty = node == StackTree.EMPTY;
                int place = add(isEmpty ? 0 : around, isEmpty ? FlameGraph.NO_FRAME : stacks.frame(node));
                sums.addRow(place, byStep, node);
                return place;
            }

            @Override
            public void leave(int node, int place) {
                if (rest.size(node) > 0) {
                    sums.addRow(add(place, leftOut.getAsInt()), rest, node);
                }
            }

            private int add(int parent, int frame) {
                parents[size] = parent;
                frames[size] = frame;
                return size++;
            }
        }
    }
}
