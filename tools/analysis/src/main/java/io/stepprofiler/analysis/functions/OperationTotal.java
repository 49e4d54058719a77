package io.stepprofiler.analysis.functions;

import java.util.Set;

/**
 * Sums over all nodes of one class, or of one operation: a row of the tables "Class" and "Ops".
 *
 * @param name name of the class, or text of the operation
 * @param layers where they run
 * @param applies how many nodes there are that were executed
 * @param calls how often they were executed
 * @param nanos time of all executions, in nanoseconds
 */
public record OperationTotal(String name, Set<Layer> layers, int applies, long calls, long nanos) {
    /**
     * Copies the set.
     *
     * @param name name
     * @param layers where they run
     * @param applies number of nodes
     * @param calls number of executions
     * @param nanos time of all
     */
    public OperationTotal {
        layers = Set.copyOf(layers);
    }
}
