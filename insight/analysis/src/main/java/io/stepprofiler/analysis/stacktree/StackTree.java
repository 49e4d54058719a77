package io.stepprofiler.analysis.stacktree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

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

    /** {@return the value of each stack together with the stacks inside it, by node} */
    public long[] totals() {
        long[] totals = Arrays.copyOf(values, size);
        // A stack is younger than the stack around it.
        for (int node = size - 1; node > EMPTY; node--) {
            totals[parents[node]] += totals[node];
        }
        return totals;
    }

    /**
     * {@return the stacks with the largest totals, the largest first; of equal ones the older comes first, so that each
     * comes after the stack around it} Stacks without a total are left out, and so is the empty stack.
     *
     * @param totals the totals, none of them negative
     * @param most most stacks, 1 or more
     */
    public int[] largest(long[] totals, int most) {
        // Sorts totals rather than stacks, since there may be a hundred times more stacks than the limit.
        long[] sorted = Arrays.copyOfRange(totals, 1, totals.length);
        Arrays.sort(sorted);
        long least = sorted.length <= most ? 1 : Math.max(1, sorted[sorted.length - most]);
        long ofLeast =
                most - Arrays.stream(sorted).filter(total -> total > least).count();
        List<Integer> largest = new ArrayList<>();
        for (int node = 1; node < totals.length; node++) {
            if (totals[node] > least || (totals[node] == least && ofLeast-- > 0)) {
                largest.add(node);
            }
        }
        largest.sort(Comparator.comparingLong((Integer node) -> totals[node]).reversed());
        return largest.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * {@return for each stack the innermost one of some stacks that it is inside of: itself, if it is one of them; the
     * empty stack, if it is inside of none}
     *
     * @param some the stacks, with all stacks around them
     */
    public int[] innermostOf(int[] some) {
        int[] innermost = new int[size];
        for (int node : some) {
            innermost[node] = node;
        }
        for (int node = 1; node < size; node++) {
            innermost[node] = innermost[node] == EMPTY ? innermost[parents[node]] : node;
        }
        return innermost;
    }

    /** Visitor of stacks. */
    public interface Visitor {
        /**
         * Comes to a stack, before the stacks inside it.
         *
         * @param node the stack
         * @param around what this method returned for the stack around it; -1 for the empty stack
         * @return what is passed for the stacks inside it
         */
        int enter(int node, int around);

        /**
         * Leaves a stack, after the stacks inside it.
         *
         * @param node the stack
         * @param place what {@link #enter} returned for it
         */
        default void leave(int node, int place) {}
    }

    /**
     * Visits the empty stack, and inside it some stacks.
     *
     * @param some the stacks, with all stacks around them; stacks directly inside the same stack are visited in this
     *     order
     * @param visitor the visitor
     */
    public void visit(int[] some, Visitor visitor) {
        int[] nextInside = new int[size];
        int[] nextBeside = new int[size];
        for (int i = some.length - 1; i >= 0; i--) {
            int around = parents[some[i]];
            nextBeside[some[i]] = nextInside[around];
            nextInside[around] = some[i];
        }
        int[] places = new int[size];
        places[EMPTY] = visitor.enter(EMPTY, -1);
        int node = EMPTY;
        while (node != EMPTY || nextInside[EMPTY] != EMPTY) {
            int inside = nextInside[node];
            if (inside == EMPTY) {
                visitor.leave(node, places[node]);
                node = parents[node];
            } else {
                nextInside[node] = nextBeside[inside];
                places[inside] = visitor.enter(inside, places[node]);
                node = inside;
            }
        }
        visitor.leave(EMPTY, places[EMPTY]);
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
