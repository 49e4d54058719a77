package io.stepprofiler.analysis.whatif;

import java.util.List;

/**
 * Operations in the order in which they were executed, and what each of them put out. What was there before the first
 * of them (inputs, parameters, constants) is no result, takes no memory here and is never freed. Immutable.
 *
 * @param operations the operations, in the order of execution, which is one of the valid orders
 * @param results what they put out, in the order of the operations
 * @param recorded what memory events tell of the same time; empty if there were none
 * @param gaps what is not known
 */
public record OperationGraph(
        List<Operation> operations, List<Result> results, List<RecordedMemory> recorded, Gaps gaps) {
    /**
     * Copies the lists.
     *
     * @param operations the operations
     * @param results what they put out
     * @param recorded what memory events tell
     * @param gaps what is not known
     */
    public OperationGraph {
        operations = List.copyOf(operations);
        results = List.copyOf(results);
        recorded = List.copyOf(recorded);
    }
}
