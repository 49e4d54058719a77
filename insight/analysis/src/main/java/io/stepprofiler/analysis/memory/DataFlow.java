package io.stepprofiler.analysis.memory;

import java.util.Arrays;

/**
 * Graph of the reads and writes of operations: its nodes are the {@link Operations}, its values are versions of
 * allocations.
 *
 * <p>An edge joins a node with an allocation, with the value that the node reads and the value that it makes; one of
 * them may be missing. Values are numbered in the order in which they were made.
 */
final class DataFlow {
    static final int NONE = -1;

    private final IntList firstEdges = new IntList();
    private final IntList edgeAllocations = new IntList();
    private final IntList reads = new IntList();
    private final IntList makes = new IntList();

    private final IntList valueAllocations = new IntList();
    private final IntList makers = new IntList();
    private final IntList before = new IntList();

    private int[] current = {};
    private int[] lastEdges = {};

    /** Makes room for a number of allocations. */
    void reserve(int allocations) {
        if (allocations > current.length) {
            int known = current.length;
            int length = Math.max(allocations, known + (known >> 1));
            current = Arrays.copyOf(current, length);
            lastEdges = Arrays.copyOf(lastEdges, length);
            Arrays.fill(current, known, length, NONE);
            Arrays.fill(lastEdges, known, length, NONE);
        }
    }

    /** Begins the edges of the next node. */
    void beginNode() {
        firstEdges.add(edgeAllocations.size());
    }

    /** Adds a read of an allocation by the last node. */
    void read(int allocation) {
        if (!isTouched(allocation)) {
            int value = current[allocation] == NONE ? addValue(allocation, NONE) : current[allocation];
            addEdge(allocation, value, NONE);
        }
    }

    /** Adds a write into an allocation by the last node, unless it has one already. */
    void write(int allocation) {
        int maker = firstEdges.size() - 1;
        if (!isTouched(allocation)) {
            addEdge(allocation, NONE, addValue(allocation, maker));
        } else if (makes.get(lastEdges[allocation]) == NONE) {
            makes.set(lastEdges[allocation], addValue(allocation, maker));
        }
    }

    /** True if the last node reads or writes an allocation. */
    boolean isTouched(int allocation) {
        return lastEdges[allocation] >= firstEdges.get(firstEdges.size() - 1);
    }

    private void addEdge(int allocation, int read, int made) {
        lastEdges[allocation] = edgeAllocations.size();
        edgeAllocations.add(allocation);
        reads.add(read);
        makes.add(made);
    }

    private int addValue(int allocation, int maker) {
        int value = valueAllocations.size();
        valueAllocations.add(allocation);
        makers.add(maker);
        before.add(current[allocation]);
        current[allocation] = value;
        return value;
    }

    int nodes() {
        return firstEdges.size();
    }

    int edges() {
        return edgeAllocations.size();
    }

    /** The first edge of a node; the edges of a node end before the first edge of the next node. */
    int firstEdge(int node) {
        return node == firstEdges.size() ? edgeAllocations.size() : firstEdges.get(node);
    }

    /** The allocation of an edge. */
    int allocation(int edge) {
        return edgeAllocations.get(edge);
    }

    /** The value that the node of an edge reads, or {@link #NONE}. */
    int readBy(int edge) {
        return reads.get(edge);
    }

    /** The value that the node of an edge makes, or {@link #NONE}. */
    int madeBy(int edge) {
        return makes.get(edge);
    }

    int values() {
        return valueAllocations.size();
    }

    /** The allocation that a value is a version of. */
    int allocationOf(int value) {
        return valueAllocations.get(value);
    }

    /** The first value of an allocation; {@link #NONE} if no node touched it. Takes time linear in its values. */
    int firstValue(int allocation) {
        int value = allocation < current.length ? current[allocation] : NONE;
        while (value != NONE && before.get(value) != NONE) {
            value = before.get(value);
        }
        return value;
    }

    /** The node that made a value; {@link #NONE} if it existed before all nodes. */
    int maker(int value) {
        return makers.get(value);
    }

    /** The version before a value; {@link #NONE} if it is the first. */
    int before(int value) {
        return before.get(value);
    }
}
