package io.stepprofiler.analysis.memory;

import java.util.Arrays;

/** Number of operations of a trace that read each value, and the largest tensor that they read. */
final class ValueReaders {
    private static final int NONE = -1;

    private final NodeTensors tensors;
    private final int[] counts;
    private final int[] signatures;
    private final int[] places;
    private final long[] bytes;

    ValueReaders(DataFlow flow, NodeTensors tensors) {
        this.tensors = tensors;
        counts = new int[flow.values()];
        signatures = new int[flow.values()];
        Arrays.fill(signatures, NONE);
        places = new int[flow.values()];
        bytes = new long[flow.values()];
        for (int node = 0; node < flow.nodes(); node++) {
            for (int edge = flow.firstEdge(node); edge < flow.firstEdge(node + 1); edge++) {
                if (flow.readBy(edge) != DataFlow.NONE) {
                    counts[flow.readBy(edge)]++;
                    look(node, flow.allocation(edge), flow.readBy(edge));
                }
            }
        }
    }

    private void look(int node, int allocation, int value) {
        int signature = tensors.signature(node);
        Tensors all = tensors.of(signature);
        for (int i = 0; i < all.inputs() && i < tensors.count(node); i++) {
            if (all.bytes(i) > bytes[value] && tensors.allocation(node, i) == allocation) {
                signatures[value] = signature;
                places[value] = i;
                bytes[value] = all.bytes(i);
            }
        }
    }

    /** Number of nodes that read a value. */
    int count(int value) {
        return counts[value];
    }

    /** The shape in which a value was read; empty if it was not read or the shape is unknown. */
    String shape(int value) {
        return signatures[value] == NONE ? "" : tensors.shape(signatures[value], places[value]);
    }
}
