package io.stepprofiler.analysis.functions;

import java.util.ArrayList;
import java.util.List;

/**
 * One node of a function, with the sums over all its executions.
 *
 * @param id its number in the order of the first execution, from 0
 * @param operation what it does
 * @param path the scopes and modules around it in a call, from the outside; empty if it is directly in the call
 * @param site the innermost frame of the call stack it is called from; empty if call stacks are not recorded
 * @param occurrence number of nodes with the same operation, path and site before it in a call; -1 if it sums up all
 *     further executions of a name, in a function with too many nodes
 * @param calls how often it was executed
 * @param nanos time of all executions, in nanoseconds
 * @param minNanos time of the shortest execution; 0 if there was none
 * @param maxNanos time of the longest execution; 0 if there was none
 * @param flops floating point operations of the executions for which they are known; at most {@link Long#MAX_VALUE}
 * @param flopCalls number of executions with known floating point operations
 * @param flopNanos time of these executions
 */
public record Apply(
        int id,
        OperationSignature operation,
        List<String> path,
        String site,
        int occurrence,
        long calls,
        long nanos,
        long minNanos,
        long maxNanos,
        long flops,
        long flopCalls,
        long flopNanos) {
    /** Copies the path. */
    public Apply {
        path = List.copyOf(path);
    }

    ApplyIdentity node() {
        return new ApplyIdentity(operation, path, site, occurrence);
    }

    /** {@return the scopes, modules and the operation's name, with slashes between them} */
    public String place() {
        return inPath(operation.name());
    }

    /** {@return the scopes, modules and {@link OperationSignature#text()}, with slashes between them} */
    public String text() {
        return inPath(operation.text());
    }

    private String inPath(String last) {
        return path.isEmpty() ? last : String.join("/", path) + "/" + last;
    }

    Apply inside(String place) {
        List<String> longer = new ArrayList<>(List.of(place));
        longer.addAll(path);
        return new Apply(
                id, operation, longer, site, occurrence, calls, nanos, minNanos, maxNanos, flops, flopCalls, flopNanos);
    }
}
