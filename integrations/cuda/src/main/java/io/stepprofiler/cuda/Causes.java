package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.OperationMark;
import java.util.Map;

/**
 * The correlation number that leads from work to what caused it: that of its call, which lies inside the operation that
 * made it, or that of the operation itself ({@link OperationMark}) where the call is not in the trace or lies elsewhere:
 * on another track, or at times of another clock.
 */
final class Causes {
    /** What causes the work may still be read. */
    static final long UNKNOWN = -2;

    /** A call and its mark come together, before the work is done or not long after it. */
    private static final int MAX_KEPT = 1 << 16;

    private final boolean hasMarks;
    private final boolean hasCalls;
    private final boolean hasExactTimes;
    /** Operations by calls. */
    private final Map<Long, Long> marks = new Newest<>(MAX_KEPT);
    /** Whether each call that is in the trace lies where its operation does. */
    private final Map<Long, Boolean> calls = new Newest<>(MAX_KEPT);

    /**
     * Of a window.
     *
     * @param hasMarks whether operations are marked: else all work leads to its call
     * @param hasCalls whether calls are in the trace
     * @param hasExactTimes whether calls are timed by the clock that operations are timed by
     */
    Causes(boolean hasMarks, boolean hasCalls, boolean hasExactTimes) {
        this.hasMarks = hasMarks;
        this.hasCalls = hasCalls;
        this.hasExactTimes = hasExactTimes;
    }

    boolean haveMarks() {
        return hasMarks;
    }

    /** Hears that the trace has a call, and whether on the track of the operations of its thread. */
    void called(long correlation, boolean isWithOperations) {
        if (hasMarks && correlation >= 0) {
            calls.put(correlation, isWithOperations && hasExactTimes);
        }
    }

    /** Hears which operation made a call; before the call itself, as CUPTI says it. */
    void marked(long correlation, long operation) {
        if (hasMarks && correlation >= 0) {
            marks.put(correlation, operation);
        }
    }

    /** The number for work with the number of a call; {@link #UNKNOWN} if that is not certain yet. */
    long of(long correlation) {
        boolean isSettled = !hasMarks
                || correlation < 0
                || calls.containsKey(correlation)
                || (!hasCalls && marks.containsKey(correlation));
        return isSettled ? best(correlation) : UNKNOWN;
    }

    /** The number by what is known so far. */
    long best(long correlation) {
        return !hasMarks || Boolean.TRUE.equals(calls.get(correlation))
                ? correlation
                : marks.getOrDefault(correlation, correlation);
    }
}
