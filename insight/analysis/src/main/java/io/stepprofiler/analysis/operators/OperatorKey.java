package io.stepprofiler.analysis.operators;

import io.stepprofiler.event.EventKind;

/**
 * Identity of a row of an {@link OperatorTable}: the attributes that its operators share.
 *
 * @param name their name
 * @param kind kind of their events
 * @param isOnDevice whether they are work on a device
 * @param shapes sizes of their inputs as text; empty if not known
 * @param module name of the innermost module around them, for backward operations around their forward operation;
 *     empty if there is none
 * @param stackId id of the call stack they were called from, for {@link io.stepprofiler.trace.Trace#stack}; {@link
 *     #UNKNOWN} if not known
 * @param flops floating point operations of one call; {@link #UNKNOWN} if not known
 */
public record OperatorKey(
        String name, EventKind kind, boolean isOnDevice, String shapes, String module, int stackId, long flops) {
    /** Stands for an unknown number. */
    public static final int UNKNOWN = -1;

    /** The key of the row that sums up rows of this name too small to be kept. */
    OperatorKey smaller() {
        return new OperatorKey(name, kind, isOnDevice, OperatorTable.LEFT_OUT, "", UNKNOWN, UNKNOWN);
    }
}
