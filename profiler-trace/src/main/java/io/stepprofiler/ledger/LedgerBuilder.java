package io.stepprofiler.ledger;

import io.stepprofiler.columns.CollectiveColumn;
import io.stepprofiler.event.Collective;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Builder of a step ledger from steps that another recording knows, such as a trace. All steps and collectives are
 * added in order of time; columns that are not set are unknown. Keeps all in memory, about 30 bytes for a step and 56
 * for a collective. Not safe for threads; serves for one ledger.
 */
public final class LedgerBuilder {
    private final LedgerRun run;
    private final StepRows rows = new StepRows();
    private final StepSyncs syncs = new StepSyncs();
    private LedgerLosses losses = LedgerLosses.NONE;

    /**
     * A ledger without steps.
     *
     * @param run the run, whose start anchors the clock of the steps
     */
    public LedgerBuilder(LedgerRun run) {
        this.run = run;
    }

    /**
     * Adds a step.
     *
     * @param number its number, as the training counts
     * @param startNanos its start, on the clock of the run
     * @param durationNanos its duration
     */
    public void step(long number, long startNanos, long durationNanos) {
        rows.add(number, startNanos, durationNanos);
    }

    /**
     * Makes the step added last a row that stands for several steps.
     *
     * @param steps number of the steps, 1 or more
     * @throws IllegalStateException if no step was added
     */
    public void pooled(long steps) {
        rows.steps.set(last("pool"), steps);
    }

    /**
     * Sets a value of the step added last.
     *
     * @param value the column
     * @param figure the value, 0 or more
     * @throws IllegalStateException if no step was added
     */
    public void set(StepValue value, long figure) {
        rows.column(value).set(last("set a value of"), figure);
    }

    private int last(String use) {
        if (rows.size() == 0) {
            throw new IllegalStateException("there is no step to " + use);
        }
        return rows.size() - 1;
    }

    /**
     * Adds a collective of a step.
     *
     * @param step number of the step
     * @param group the group of ranks
     * @param kind the kind
     * @param number its number among the collectives of its group and kind in the step, from 0
     * @param bytes number of bytes; 0 if it is not known
     * @param arrivalNanos the instant at which this rank entered it
     * @param endNanos the instant at which this rank left it
     */
    @SuppressWarnings("EnumOrdinal") // The number in the schema, which a test compares.
    public void sync(
            long step, SyncGroup group, Collective kind, long number, long bytes, long arrivalNanos, long endNanos) {
        Map<CollectiveColumn, Long> row = new EnumMap<>(Map.of(
                CollectiveColumn.STEP, step,
                CollectiveColumn.KIND, (long) kind.ordinal(),
                CollectiveColumn.NUMBER, number,
                CollectiveColumn.BYTES, bytes,
                CollectiveColumn.ARRIVAL_NANOS, arrivalNanos,
                CollectiveColumn.END_NANOS, endNanos));
        syncs.add(group, column -> row.getOrDefault(column, 0L));
    }

    /**
     * Sets the losses of the recording, which has none by default.
     *
     * @param recorded the losses
     */
    public void losses(LedgerLosses recorded) {
        losses = recorded;
    }

    /** {@return the ledger, whose run has ended} */
    public StepLedger build() {
        return new StepLedger(run, rows, syncs, List.of(run.start()), losses, true, "");
    }
}
