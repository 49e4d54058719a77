package io.stepprofiler.columns;

/** Column of a row for one collective of a step of the running process. */
public enum CollectiveColumn {
    /** Number of the step. */
    STEP,
    /** Number of its group in this process. */
    GROUP,
    /** Number of its {@link io.stepprofiler.event.Collective}. */
    KIND,
    /** Number among the collectives of its group and kind in the step, from 0. */
    NUMBER,
    /** Number of bytes; 0 if it is not known. */
    BYTES,
    /** The instant at which this rank entered it. */
    ARRIVAL_NANOS,
    /** The instant at which this rank left it. */
    END_NANOS;

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
