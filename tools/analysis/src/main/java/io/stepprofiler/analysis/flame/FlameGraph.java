package io.stepprofiler.analysis.flame;

/**
 * Stacks of one source as a tree, with the weight of each stack by step. Nodes are in preorder: node 0 is the empty
 * stack, and each node follows its parent or what is inside the siblings before it. Immutable.
 */
public final class FlameGraph {
    /** The frame of the empty stack. */
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

    /** {@return what the weights are of} */
    public FlameSource source() {
        return source;
    }

    /** {@return the number of stacks, the empty one included} */
    public int size() {
        return parents.length;
    }

    /**
     * {@return the stack without its innermost frame; of the empty stack itself}
     *
     * @param node the stack
     */
    public int parent(int node) {
        return parents[node];
    }

    /**
     * {@return the innermost frame of a stack, as an index into {@link FlameGraphs#frames()}; of the empty stack
     * {@link #NO_FRAME}}
     *
     * @param node the stack
     */
    public int frame(int node) {
        return frames[node];
    }

    /** {@return the weights of the stacks themselves, without what is inside them, by node and {@link StepAxis}} */
    public SparseSums weights() {
        return weights;
    }

    /**
     * {@return how many stacks were too small to be kept} Their weights are kept: each counts in a frame of kind {@link
     * FlameFrame.Kind#LEFT_OUT} inside the innermost frame that is.
     */
    public int leftOut() {
        return leftOut;
    }
}
