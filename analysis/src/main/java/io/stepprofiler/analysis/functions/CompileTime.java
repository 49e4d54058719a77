package io.stepprofiler.analysis.functions;

/**
 * Time that making a function ready to run took, by kind, as far as it was recorded.
 *
 * @param graphBuildingNanos time in which its calls built a graph, in nanoseconds
 * @param classLoadingNanos time that its calls waited for classes to be loaded
 * @param jitNanos time of the compiler's threads while its calls were running, beside them
 * @param linkingNanos time that its calls waited for native libraries to be loaded
 */
public record CompileTime(long graphBuildingNanos, long classLoadingNanos, long jitNanos, long linkingNanos) {
    /** No time, or none that was recorded. */
    public static final CompileTime NONE = new CompileTime(0, 0, 0, 0);

    /** {@return all of it, in nanoseconds} */
    public long totalNanos() {
        return graphBuildingNanos + classLoadingNanos + jitNanos + linkingNanos;
    }

    /**
     * {@return the sum of this and another one}
     *
     * @param other the other one
     */
    public CompileTime plus(CompileTime other) {
        return new CompileTime(
                graphBuildingNanos + other.graphBuildingNanos,
                classLoadingNanos + other.classLoadingNanos,
                jitNanos + other.jitNanos,
                linkingNanos + other.linkingNanos);
    }
}
