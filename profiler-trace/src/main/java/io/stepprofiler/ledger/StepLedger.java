package io.stepprofiler.ledger;

import io.stepprofiler.clock.ClockAnchor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The steps of a run from its start, whether a window recorded them or not, in columns by row. The row of a recent step
 * stands for this step only; a row of a long run's past may stand for several steps that follow each other.
 *
 * <p>Times are nanoseconds, and instants are on the monotonic clock of the run's traces. Immutable; for any thread.
 */
public final class StepLedger {
    /** A value that is not known: {@value}. */
    public static final long UNKNOWN = -1;

    /** Ending of the names of files: {@value}. */
    public static final String SUFFIX = ".steps";

    /** Most bytes of a file: {@value}. */
    public static final long MAX_BYTES = LedgerReader.MAX_BYTES;

    private final LedgerRun run;
    private final StepRows rows;
    private final StepSyncs syncs;
    private final List<ClockAnchor> anchors;
    private final LedgerLosses losses;
    private final boolean ended;
    private final String source;

    StepLedger(
            LedgerRun run,
            StepRows rows,
            StepSyncs syncs,
            List<ClockAnchor> anchors,
            LedgerLosses losses,
            boolean ended,
            String source) {
        this.run = run;
        this.rows = rows;
        this.syncs = syncs;
        this.anchors = List.copyOf(anchors);
        this.losses = losses;
        this.ended = ended;
        this.source = source;
    }

    /**
     * {@return the ledger of a file} Damaged blocks are left out and counted in {@link #losses()}. Reads the whole file
     * into memory.
     *
     * @param file the file, which may be growing
     * @throws IOException if it cannot be read, is no ledger, is of a newer version, or is larger than any ledger
     */
    public static StepLedger read(Path file) throws IOException {
        return LedgerReader.read(file);
    }

    /**
     * {@return the ledger of the content of a file} Damaged blocks are left out and counted in {@link #losses()}.
     *
     * @param content the content, which may end within a block
     * @param source name of the file for messages
     * @throws IOException if it is no ledger, is of a newer version, or is larger than any ledger
     */
    public static StepLedger read(byte[] content, String source) throws IOException {
        LedgerReader.checkLength(content.length, source);
        return LedgerReader.read(content, source);
    }

    /** {@return the facts about the run; empty texts if they were damaged} */
    public LedgerRun run() {
        return run;
    }

    /** {@return the number of rows} */
    public int size() {
        return rows.size();
    }

    /** {@return the number of steps of all rows} */
    public long stepCount() {
        long count = 0;
        for (int row = 0; row < size(); row++) {
            count += rows.steps.get(row);
        }
        return count;
    }

    /**
     * {@return the number of steps that a row stands for, 1 or more}
     *
     * @param row index of the row
     */
    public long steps(int row) {
        return rows.steps.get(checked(row));
    }

    /**
     * {@return the number of a row's first step, as the training counts}
     *
     * @param row index of the row
     */
    public long number(int row) {
        return rows.numbers.get(checked(row));
    }

    /**
     * {@return the start of a row's first step}
     *
     * @param row index of the row
     */
    public long startNanos(int row) {
        return rows.starts.get(checked(row));
    }

    /**
     * {@return the duration of a row's steps together} A step lasts from the end of the previous step to its own end,
     * without work of the profiler, such as the start of a window: that lies between the steps. A row of
     * several steps has their sum; the time between them follows the row.
     *
     * @param row index of the row
     */
    public long durationNanos(int row) {
        return rows.durations.get(checked(row));
    }

    /**
     * {@return the shortest duration of a row's steps}
     *
     * @param row index of the row
     */
    public long leastNanos(int row) {
        return rows.least(checked(row));
    }

    /**
     * {@return the longest duration of a row's steps}
     *
     * @param row index of the row
     */
    public long greatestNanos(int row) {
        return rows.greatest(checked(row));
    }

    /**
     * {@return the sum of a value over a row's steps; {@link #UNKNOWN} if it is not known for each of them}
     *
     * @param value the column
     * @param row index of the row
     */
    public long value(StepValue value, int row) {
        return rows.column(value).get(checked(row));
    }

    /**
     * {@return whether a circumstance applies to any of a row's steps}
     *
     * @param flag the circumstance
     * @param row index of the row
     */
    public boolean is(StepFlag flag, int row) {
        return (rows.flags.get(checked(row)) & flag.bit()) != 0;
    }

    /** {@return the collectives of the steps; empty if the program marks none} */
    public StepSyncs syncs() {
        return syncs;
    }

    /** Instants on the monotonic and the wall clock, in order: the start of the run, and one for each block. */
    List<ClockAnchor> anchors() {
        return anchors;
    }

    /** {@return the account of losses} */
    public LedgerLosses losses() {
        return losses;
    }

    /** {@return whether the profile has ended; false while it runs, and if its process was killed} */
    public boolean isEnded() {
        return ended;
    }

    /** {@return the name of its file for messages; empty if it is of no file} */
    public String source() {
        return source;
    }

    StepRows rows() {
        return rows;
    }

    private int checked(int row) {
        if (row < 0 || row >= rows.size()) {
            throw new IndexOutOfBoundsException("row = " + row + " is not allowed: must be below " + rows.size());
        }
        return row;
    }
}
