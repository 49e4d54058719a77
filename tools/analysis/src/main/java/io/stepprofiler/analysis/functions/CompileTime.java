package io.stepprofiler.analysis.functions;

/**
 * What it took in a stretch of a thread until its code could run, in nanoseconds; 0 where there was none or none was
 * recorded. The thread waited for the first three, which have no moment in common; compilers run in threads of their
 * own, beside it.
 *
 * @param graphBuildingNanos time in scopes called {@value CompileTimes#GRAPH_BUILDING}
 * @param classLoadingNanos time for finding, reading and defining classes
 * @param linkingNanos time for native libraries
 * @param jitNanos time of the compilers meanwhile, the sum over their threads
 */
public record CompileTime(long graphBuildingNanos, long classLoadingNanos, long linkingNanos, long jitNanos) {
    /** No time at all. */
    public static final CompileTime NONE = new CompileTime(0, 0, 0, 0);

    /** {@return for how long the thread waited} */
    public long waitedNanos() {
        return graphBuildingNanos + classLoadingNanos + linkingNanos;
    }

    /** {@return all of it: what the thread waited for, and what compilers did beside it} */
    public long totalNanos() {
        return waitedNanos() + jitNanos;
    }

    /**
     * {@return both together}
     *
     * @param other the time of another stretch
     */
    public CompileTime plus(CompileTime other) {
        return new CompileTime(
                graphBuildingNanos + other.graphBuildingNanos,
                classLoadingNanos + other.classLoadingNanos,
                linkingNanos + other.linkingNanos,
                jitNanos + other.jitNanos);
    }
}
