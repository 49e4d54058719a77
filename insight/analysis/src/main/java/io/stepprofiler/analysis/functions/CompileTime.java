package io.stepprofiler.analysis.functions;

/**
 * Time in an interval of a thread that its code needed until it could run, in nanoseconds; 0 if there was none or none
 * was recorded. The thread waited for the first three, which do not overlap; compilers run in threads of their own at
 * the same time.
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

    /** {@return the sum of all times: of waiting and of compilers} */
    public long totalNanos() {
        return waitedNanos() + jitNanos;
    }

    /**
     * {@return the sum of both}
     *
     * @param other the time in another interval
     */
    public CompileTime plus(CompileTime other) {
        return new CompileTime(
                graphBuildingNanos + other.graphBuildingNanos,
                classLoadingNanos + other.classLoadingNanos,
                linkingNanos + other.linkingNanos,
                jitNanos + other.jitNanos);
    }
}
