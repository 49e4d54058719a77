package io.stepprofiler.cuda;

import io.stepprofiler.nativeaccess.OperationMark;
import java.util.Map;

/**
 * Correlation ids that link work to its cause: the id of its call, which is nested in the operation that made it, or
 * the id of the operation ({@link OperationMark}) if the call is not in the trace or cannot be nested, because it is on
 * another track or timed by another clock.
 */
final class Causes {
    /** Id of work whose cause may still be read. */
    static final long UNKNOWN = -2;

    /** Suffices because a call and its mark arrive together, before the work ends or soon after. */
    private static final int MAX_KEPT = 1 << 16;

    private final boolean hasMarks;
    private final boolean hasCalls;
    private final boolean hasExactTimes;
    /** Ids of operations by ids of calls. */
    private final Map<Long, Long> marks = new BoundedMap<>(MAX_KEPT);
    /** Calls in the trace; true if the call is nested in its operation. */
    private final Map<Long, Boolean> calls = new BoundedMap<>(MAX_KEPT);

    /**
     * Creates the causes of a window.
     *
     * @param hasMarks true if operations are marked; else all work is linked to its call
     * @param hasCalls true if the trace has calls
     * @param hasExactTimes true if calls and operations are timed by the same clock
     */
    Causes(boolean hasMarks, boolean hasCalls, boolean hasExactTimes) {
        this.hasMarks = hasMarks;
        this.hasCalls = hasCalls;
        this.hasExactTimes = hasExactTimes;
    }

    boolean haveMarks() {
        return hasMarks;
    }

    /** Notes that the trace has a call, and whether it is on the track of its thread's operations. */
    void called(long correlation, boolean isWithOperations) {
        if (hasMarks && correlation >= 0) {
            calls.put(correlation, isWithOperations && hasExactTimes);
        }
    }

    /** Notes the operation that made a call; CUPTI reports it before the call. */
    void marked(long correlation, long operation) {
        if (hasMarks && correlation >= 0) {
            marks.put(correlation, operation);
        }
    }

    /** Returns the id to link work of a call with; {@link #UNKNOWN} if that is not certain yet. */
    long of(long correlation) {
        boolean isSettled = !hasMarks
                || correlation < 0
                || calls.containsKey(correlation)
                || (!hasCalls && marks.containsKey(correlation));
        return isSettled ? best(correlation) : UNKNOWN;
    }

    /** Returns the id to link work of a call with, as far as known now. */
    long best(long correlation) {
        return !hasMarks || Boolean.TRUE.equals(calls.get(correlation))
                ? correlation
                : marks.getOrDefault(correlation, correlation);
    }
}
