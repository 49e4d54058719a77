package io.stepprofiler.columns;

/** Column of a row for one step of the running process; a value that is not known is {@code StepLedger.UNKNOWN}. */
public enum StepColumn {
    /** Number of the step, as the training counts. */
    NUMBER,
    /** Its start, on the monotonic clock. */
    START_NANOS,
    /** Its duration. */
    DURATION_NANOS,
    /** Its flags, bits numbered as in {@code StepFlag}. */
    FLAGS,
    /** Processor time of the thread that ends the steps. */
    CPU_NANOS,
    /** Pauses of the garbage collector. */
    PAUSE_NANOS,
    /** Time that the thread waited for batches. */
    INPUT_WAIT_NANOS,
    /** Items of the batches. */
    BATCH,
    /** Time of the thread in collectives. */
    COMMUNICATION_NANOS,
    /** Number of collectives. */
    COLLECTIVES;

    /**
     * {@return the value of this column}
     *
     * @param row values of all columns, in their order
     */
    @SuppressWarnings("EnumOrdinal") // A place in a row.
    public long of(long[] row) {
        return row[ordinal()];
    }
}
