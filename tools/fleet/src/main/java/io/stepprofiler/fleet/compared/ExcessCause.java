package io.stepprofiler.fleet.compared;

import io.stepprofiler.ledger.StepValue;

/** Cause of the longer time of a rank or of a step. */
public enum ExcessCause {
    /** Pauses of the garbage collector. */
    PAUSES("pauses of the garbage collector", StepValue.PAUSE_NANOS),
    /** Waits for batches. */
    INPUT("waits for batches", StepValue.INPUT_WAIT_NANOS),
    /** Waits for locks, and parked threads. */
    LOCKS("waits for locks", StepValue.LOCK_PARK_NANOS),
    /** Files and sockets. */
    FILES("reading and writing of files and sockets", StepValue.IO_NANOS),
    /** Larger batches. */
    DATA("larger batches", StepValue.BATCH),
    /** More processor time for batches of the usual size. */
    WORK("more processor time for the same batches", StepValue.CPU_NANOS),
    /** The usual processor time in a longer time. */
    MACHINE(
            "no longer processor time: other programs on the machine, its clock rate, or waits that are not recorded",
            StepValue.CPU_NANOS),
    /** Several columns, none of which explains most of it. */
    SEVERAL("several causes, none of which explains most of it", StepValue.CPU_NANOS),
    /** No column is known. */
    UNKNOWN("not known: the ranks record no further figures of their steps", StepValue.CPU_NANOS);

    private final String phrase;
    private final StepValue column;

    ExcessCause(String phrase, StepValue column) {
        this.phrase = phrase;
        this.column = column;
    }

    /** {@return the name for readers of a report} */
    public String phrase() {
        return phrase;
    }

    StepValue column() {
        return column;
    }

    /** Returns whether its column is a part of the time of a step. */
    boolean isTime() {
        return ordinal() <= FILES.ordinal();
    }
}
