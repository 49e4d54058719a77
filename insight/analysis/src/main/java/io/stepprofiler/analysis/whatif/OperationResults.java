package io.stepprofiler.analysis.whatif;

import io.stepprofiler.analysis.whatif.OperationGraph.ResultCode;
import java.util.Objects;

/**
 * A row of the list of the largest results: the results of one operation.
 *
 * @param calls number of profiled calls in which it was executed
 * @param bytes the total size of its results; the largest one of several calls
 * @param codes a letter for each result, as {@link ResultCode#letter()}
 * @param shapes types and shapes of the results; {@code ?} if not known
 * @param operation the name of the operation
 * @param inputs the shapes of its inputs; empty if not known
 * @param path the events around it; empty if there are none
 */
public record OperationResults(
        long calls, long bytes, String codes, String shapes, String operation, String inputs, String path) {
    public OperationResults {
        Objects.requireNonNull(codes, "codes");
        Objects.requireNonNull(shapes, "shapes");
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(inputs, "inputs");
        Objects.requireNonNull(path, "path");
    }
}
