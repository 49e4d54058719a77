package io.stepprofiler.analysis.functions;

/**
 * Sums over the calls of a function. Times are in nanoseconds.
 *
 * @param count how many calls there were, without those left out
 * @param nanos time of these calls
 * @param spanNanos time of these calls from the start of the first operation to the end of the last one; 0 for calls
 *     without any
 * @param firstNanos time of the first call, also if it is left out; -1 if there was none
 * @param minNanos time of the shortest of these calls; 0 if there are none
 * @param maxNanos time of the longest of these calls; 0 if there are none
 * @param ignored how many first calls are left out
 * @param unfinished how many calls are left out because their end is not known
 */
public record CallTotals(
        long count,
        long nanos,
        long spanNanos,
        long firstNanos,
        long minNanos,
        long maxNanos,
        long ignored,
        long unfinished) {
    /** No call. */
    public static final CallTotals NONE = new CallTotals(0, 0, 0, -1, 0, 0, 0, 0);

    static CallTotals ofCall(long nanos, long spanNanos) {
        return new CallTotals(1, nanos, spanNanos, -1, nanos, nanos, 0, 0);
    }

    static CallTotals ofFirst(long nanos) {
        return new CallTotals(0, 0, 0, nanos, 0, 0, 0, 0);
    }

    static CallTotals ofIgnored() {
        return new CallTotals(0, 0, 0, -1, 0, 0, 1, 0);
    }

    static CallTotals ofUnfinished(long count) {
        return new CallTotals(0, 0, 0, -1, 0, 0, 0, count);
    }

    /**
     * {@return the sum of these and others, which were later}
     *
     * @param later the others
     */
    public CallTotals plus(CallTotals later) {
        return new CallTotals(
                count + later.count,
                nanos + later.nanos,
                spanNanos + later.spanNanos,
                firstNanos >= 0 ? firstNanos : later.firstNanos,
                count == 0 ? later.minNanos : later.count == 0 ? minNanos : Math.min(minNanos, later.minNanos),
                Math.max(maxNanos, later.maxNanos),
                ignored + later.ignored,
                unfinished + later.unfinished);
    }
}
