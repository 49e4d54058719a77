package io.stepprofiler.analysis.flame;

/**
 * Stacks of one source as a tree, with the weight of each stack by step. Nodes are in preorder: node 0 is the empty
 * stack, and each node follows its parent or the subtree of its previous sibling. Immutable.
 */
public final class FlameGraph {
    /** Frame of the empty stack. */
    public static final int NO_FRAME = -1;

    private final FlameSource source;
    private final int[] parents;
    private final int[] frames;
    private final SparseSums weights;
    private final int leftOut;

    /** Takes the arrays over. */
    FlameGraph(FlameSource source, int[] parents, int[] frames, SparseSums weights, int leftOut) {
        this.source = source;
        this.parents = parents;
        this.frames = frames;
        this.weights = weights;
        this.leftOut = leftOut;
    }

    /** {@return the source of the weights} */
    public FlameSource source() {
        return source;
    }

    /** {@return the number of stacks, the empty one included} */
    public int size() {
        return parents.length;
    }

    /**
     * {@return the stack without its innermost frame; the empty stack for itself}
     *
     * @param node the stack
     */
    public int parent(int node) {
        return parents[node];
    }

    /**
     * {@return the innermost frame of a stack, as an index into {@link FlameGraphs#frames()}; {@link #NO_FRAME} for the
     * empty stack}
     *
     * @param node the stack
     */
    public int frame(int node) {
        return frames[node];
    }

    /** {@return the self weights of the stacks, by node and column of {@link io.stepprofiler.analysis.steps.StepAxis}} */
    public SparseSums weights() {
        return weights;
    }

    /**
     * {@return the number of stacks that were too small to be kept} Their weights are kept in a frame of kind {@link
     * FlameFrame.Kind#LEFT_OUT} inside the innermost kept frame.
     */
    public int leftOut() {
        return leftOut;
    }
}
