package io.stepprofiler.fleet.ranks;

import io.stepprofiler.ledger.StepValue;
import java.util.Optional;

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
    DATA("larger batches"),
    /** More processor time; if batches are recorded, they are of the usual size. */
    WORK("more processor time"),
    /** The usual processor time in a longer time. */
    MACHINE(
            "the machine, as the processor time is usual: other programs, its clock rate, or waits that are not recorded"),
    /** No column explains most of it. */
    SEVERAL("not known: no recorded figure explains most of it"),
    /** No column is known. */
    UNKNOWN("not known: the ranks record no further figures of their steps");

    private final String phrase;
    private final Optional<StepValue> time;

    ExcessCause(String phrase, StepValue time) {
        this.phrase = phrase;
        this.time = Optional.of(time);
    }

    ExcessCause(String phrase) {
        this.phrase = phrase;
        time = Optional.empty();
    }

    /** {@return the name for readers of a report} */
    public String phrase() {
        return phrase;
    }

    /** Returns the column whose time is a part of the time of a step; empty if the cause is no such part. */
    Optional<StepValue> time() {
        return time;
    }
}
