package io.stepprofiler.analysis.whatif;

/**
 * The most bytes that results have at a time, each freed after the last operation that uses it.
 *
 * @param executed in the order in which the operations were executed
 * @param topological in the order that follows from the results alone: depth first from the operations that no other
 *     needs, each right behind the last of those that it needs
 */
public record Peak(long executed, long topological) {
    Peak or(Peak other) {
        return new Peak(Math.max(executed, other.executed), Math.max(topological, other.topological));
    }
}
