package io.stepprofiler.recording;

/** Columns of a collective in {@link StepRings}. */
public enum CollectiveColumn {
    /** Number of the step. */
    STEP,
    /** Number of its group in this process. */
    GROUP,
    /** Number of its {@link io.stepprofiler.event.Collective}. */
    KIND,
    /** Number among the collectives of its group and kind in the step, from 0. */
    NUMBER,
    BYTES,
    ARRIVAL_NANOS,
    END_NANOS;

    @SuppressWarnings("EnumOrdinal") // A place in a row.
    public long of(long[] row) {
        return row[ordinal()];
    }
}
