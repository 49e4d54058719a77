package io.stepprofiler.analysis.stacktree;

import java.util.Arrays;

/**
 * Stacks that share their outer frames, each with a value. A node is a stack; its parent is the stack without the
 * innermost frame.
 *
 * <p>Children are found in a hash table without objects, since there may be millions of nodes.
 */
public final class StackTree {
    /** The stack without a frame. */
    public static final int EMPTY = 0;

    private int[] parents = new int[64];
    private int[] frames = new int[64];
    private long[] values = new long[64];
    /** Nodes by parent and frame; {@link #EMPTY}, which is no child, in a free slot. */
    private int[] slots = new int[256];

    private int size = 1;

    /** A tree of the empty stack alone. */
    public StackTree() {}

    /**
     * {@return the stack with one frame more}
     *
     * @param node the stack
     * @param frame number of the frame inside it
     */
    public int child(int node, int frame) {
        int slot = slot(node, frame);
        if (slots[slot] != EMPTY) {
            return slots[slot];
        }
        if (size == parents.length) {
            grow();
            slot = slot(node, frame);
        }
        parents[size] = node;
        frames[size] = frame;
        slots[slot] = size;
        return size++;
    }

    /** The slot of a child, or the free slot for it. */
    private int slot(int node, int frame) {
        int mask = slots.length - 1;
        // The upper half of a product with an odd constant depends on all bits of the key.
        long hash = ((long) node << Integer.SIZE | frame) * 0x9E3779B97F4A7C15L;
        int slot = (int) (hash >>> 32 ^ hash >>> 47) & mask;
        while (slots[slot] != EMPTY && (parents[slots[slot]] != node || frames[slots[slot]] != frame)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        parents = Arrays.copyOf(parents, size * 2);
        frames = Arrays.copyOf(frames, size * 2);
        values = Arrays.copyOf(values, size * 2);
        slots = new int[size * 4];
        for (int node = 1; node < size; node++) {
            slots[slot(parents[node], frames[node])] = node;
        }
    }

    /**
     * Adds to the value of a stack.
     *
     * @param node the stack
     * @param value how much
     */
    public void add(int node, long value) {
        values[node] += value;
    }

    /**
     * {@return the value of a stack}
     *
     * @param node the stack
     */
    public long value(int node) {
        return values[node];
    }

    /** {@return the values of all stacks so far, by node; all values are 0 from now on} */
    public long[] takeValues() {
        long[] taken = Arrays.copyOf(values, size);
        Arrays.fill(values, 0);
        return taken;
    }

    /**
     * {@return the stack without its innermost frame}
     *
     * @param node a stack that is not empty
     */
    public int parent(int node) {
        return parents[node];
    }

    /**
     * {@return the innermost frame of a stack}
     *
     * @param node a stack that is not empty
     */
    public int frame(int node) {
        return frames[node];
    }

    /** {@return the number of stacks, which count from 0, the empty one} */
    public int size() {
        return size;
    }

    /**
     * {@return the frames of a stack, outermost first}
     *
     * @param node the stack
     */
    public int[] path(int node) {
        int length = 0;
        for (int at = node; at != EMPTY; at = parents[at]) {
            length++;
        }
        int[] path = new int[length];
        for (int at = node; at != EMPTY; at = parents[at]) {
            path[--length] = frames[at];
        }
        return path;
    }
}
