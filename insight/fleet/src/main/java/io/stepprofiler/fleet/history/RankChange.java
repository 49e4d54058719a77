package io.stepprofiler.fleet.history;

/**
 * Change of the usual time of a rank from one run to another: the median of its time outside of collectives, or of its
 * steps if a run does not know it. Times are nanoseconds a step.
 *
 * @param rank number of the rank
 * @param baseHost its host in the base
 * @param nextHost its host in the new run
 * @param baseNanos its time in the base
 * @param nextNanos its time in the new run
 */
public record RankChange(int rank, String baseHost, String nextHost, long baseNanos, long nextNanos) {
    /** {@return the time as a multiple of the base's} */
    public double ratio() {
        return (double) nextNanos / Math.max(1, baseNanos);
    }
}
