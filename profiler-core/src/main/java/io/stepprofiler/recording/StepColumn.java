package io.stepprofiler.recording;

/** Columns of a step in {@link StepRings}, {@link ThreadTime#UNKNOWN} if a value is not known. */
public enum StepColumn {
    NUMBER,
    START_NANOS,
    DURATION_NANOS,
    FLAGS,
    CPU_NANOS,
    PAUSE_NANOS,
    INPUT_WAIT_NANOS,
    BATCH,
    COMMUNICATION_NANOS,
    COLLECTIVES;

    @SuppressWarnings("EnumOrdinal") // A place in a row.
    public long of(long[] row) {
        return row[ordinal()];
    }
}
