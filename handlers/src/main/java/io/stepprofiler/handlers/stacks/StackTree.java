package io.stepprofiler.handlers.stacks;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Stacks that share their outer frames, each with a value: a node is a stack, its parent the stack without its last. */
final class StackTree {
    /** The stack without a frame. */
    static final int EMPTY = 0;

    private final Map<Long, Integer> children = new HashMap<>();
    private int[] parents = new int[64];
    private int[] frames = new int[64];
    private long[] values = new long[64];
    private int size = 1;

    /** The stack with one frame more. */
    int child(int node, int frame) {
        Integer known = children.putIfAbsent((long) node << Integer.SIZE | frame, size);
        if (known != null) {
            return known;
        }
        if (size == parents.length) {
            parents = Arrays.copyOf(parents, size * 2);
            frames = Arrays.copyOf(frames, size * 2);
            values = Arrays.copyOf(values, size * 2);
        }
        parents[size] = node;
        frames[size] = frame;
        return size++;
    }

    void add(int node, long value) {
        values[node] += value;
    }

    long value(int node) {
        return values[node];
    }

    /** Stacks count from 0, the empty one. */
    int size() {
        return size;
    }

    /** The frames of a stack, outermost first. */
    int[] path(int node) {
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
