package io.stepprofiler.analysis.whatif;

import io.stepprofiler.analysis.whatif.OperationGraph.Operation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/** Valid orders of the operations of a graph. */
final class Orders {
    private Orders() {}

    /** The order of execution. */
    static int[] executed(OperationGraph graph) {
        return IntStream.range(0, graph.operations().size()).toArray();
    }

    /**
     * The order that follows from the results alone: depth first from the operations that no other needs, in the order
     * of execution, each operation right after the last operation that it needs.
     */
    static int[] topological(OperationGraph graph) {
        List<Operation> operations = graph.operations();
        boolean[] isNeeded = new boolean[operations.size()];
        operations.forEach(operation -> operation.after().forEach(needed -> isNeeded[needed] = true));
        int[] order = new int[operations.size()];
        int[] seen = new int[operations.size()];
        boolean[] done = new boolean[operations.size()];
        int size = 0;
        Deque<Integer> open = new ArrayDeque<>();
        for (int last = 0; last < order.length; last++) {
            if (!isNeeded[last]) {
                open.push(last);
            }
            while (!open.isEmpty()) {
                int operation = open.peek();
                List<Integer> needed = operations.get(operation).after();
                if (seen[operation] < needed.size()) {
                    int next = needed.get(seen[operation]++);
                    if (!done[next]) {
                        open.push(next);
                    }
                } else {
                    open.pop();
                    done[operation] = true;
                    order[size++] = operation;
                }
            }
        }
        return order;
    }
}
