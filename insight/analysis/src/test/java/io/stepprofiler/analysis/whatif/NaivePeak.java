package io.stepprofiler.analysis.whatif;

import io.stepprofiler.analysis.whatif.OperationGraph.Operation;
import io.stepprofiler.analysis.whatif.OperationGraph.Result;
import io.stepprofiler.analysis.whatif.OperationGraph.ResultCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The oracle: peaks by their definition, result by result, and all orders one after the other. */
final class NaivePeak {
    private NaivePeak() {}

    static long of(OperationGraph graph, int[] order, boolean inPlace) {
        Set<Integer> done = new HashSet<>();
        long peak = 0;
        for (int operation : order) {
            long inUse = 0;
            for (int i = 0; i < graph.results().size(); i++) {
                Result result = graph.results().get(i);
                if (isOwn(result, inPlace)
                        && (result.operation() == operation
                                || (done.contains(result.operation()) && isNeeded(graph, i, done, inPlace)))) {
                    inUse += Math.max(result.bytes(), 0);
                }
            }
            peak = Math.max(peak, inUse);
            done.add(operation);
        }
        return peak;
    }

    private static boolean isOwn(Result result, boolean inPlace) {
        return result.code() == ResultCode.CREATED || (!inPlace && result.code() == ResultCode.IN_PLACE);
    }

    /** Whether the result, or one that uses its memory, is an output or still has to be used. */
    private static boolean isNeeded(OperationGraph graph, int root, Set<Integer> done, boolean inPlace) {
        for (int i = 0; i < graph.results().size(); i++) {
            Result result = graph.results().get(i);
            if (root(graph, i, inPlace) == root && (result.isOutput() || !done.containsAll(result.consumers()))) {
                return true;
            }
        }
        return false;
    }

    private static int root(OperationGraph graph, int index, boolean inPlace) {
        Result result = graph.results().get(index);
        return isOwn(result, inPlace) || result.origin() < 0 ? index : root(graph, result.origin(), inPlace);
    }

    static long smallest(OperationGraph graph) {
        long[] smallest = {Long.MAX_VALUE};
        forEachOrder(graph, order -> smallest[0] = Math.min(smallest[0], of(graph, order, true)));
        return smallest[0];
    }

    static void forEachOrder(OperationGraph graph, Consumer<int[]> action) {
        extend(graph, new ArrayList<>(), action);
    }

    private static void extend(OperationGraph graph, List<Integer> order, Consumer<int[]> action) {
        List<Operation> operations = graph.operations();
        if (order.size() == operations.size()) {
            action.accept(order.stream().mapToInt(Integer::intValue).toArray());
            return;
        }
        IntStream.range(0, operations.size())
                .filter(i -> !order.contains(i)
                        && order.containsAll(operations.get(i).after()))
                .forEach(i -> {
                    order.add(i);
                    extend(graph, order, action);
                    order.remove(order.size() - 1);
                });
    }
}
