package io.stepprofiler.ledgerfile;

import io.stepprofiler.export.TraceFile;
import io.stepprofiler.ledger.LedgerBlocks;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.recording.RowRing;
import io.stepprofiler.recording.StepRings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writer of the ledger of this process: copies its ended steps and their collectives into blocks in memory, and appends
 * these to a file. If the file cannot be written, the blocks stay in memory, and the next write that succeeds writes all
 * of them.
 *
 * <p>For the profiler only. Safe on any thread; {@link #copy} does the input and output.
 */
public final class LedgerWriter {
    private final Copied steps;
    private final Copied syncs;
    private final LedgerBlocks blocks;
    private final LedgerDisk disk;
    private final LedgerBlocks.Written written = new LedgerBlocks.Written();
    private long failedWrites;
    private boolean isEnded;

    /** Rows of a ring that have been copied. */
    private static final class Copied {
        private final RowRing ring;
        private final long[] row;
        private long next;
        private long overwritten;

        /** Values of both once the rows that were taken last are kept. */
        private long nextAfter;

        private long overwrittenAfter;

        /** Number of rows at the stop of the profile; no limit while it runs. */
        private volatile long limit = Long.MAX_VALUE;

        Copied(RowRing ring) {
            this.ring = ring;
            row = ring.newRow();
            skip();
        }

        void skip() {
            next = ring.count();
            limit = Long.MAX_VALUE;
        }

        void end() {
            limit = ring.count();
        }

        boolean hasRows(int least) {
            return Math.min(ring.count(), limit) - next >= least;
        }

        /** Passes the next rows to a receiver, as many as a block has. */
        void take(Consumer<long[]> to) {
            nextAfter = Math.max(next, Math.min(ring.oldest(), limit));
            overwrittenAfter = overwritten + nextAfter - next;
            int taken = 0;
            for (long end = Math.min(ring.count(), limit);
                    nextAfter < end && taken < LedgerBlocks.ROWS_OF_BLOCK;
                    nextAfter++) {
                if (ring.read(nextAfter, row)) {
                    to.accept(row);
                    taken++;
                } else {
                    overwrittenAfter++;
                }
            }
        }

        /** Continues after the rows that were taken last, which have a block now. */
        void keep() {
            next = nextAfter;
            overwritten = overwrittenAfter;
        }
    }

    /**
     * A writer of the steps that end from now on.
     *
     * @param run the run
     * @param file the file, which is created with the first step; null to keep the ledger in memory
     * @param maxBytes limit of the file
     * @param rings the steps of this process
     */
    public LedgerWriter(LedgerRun run, @Nullable Path file, long maxBytes, StepRings rings) {
        this(file == null ? LedgerDisk.NONE : LedgerDisk.of(file), new LedgerBlocks(run, maxBytes), rings);
    }

    LedgerWriter(LedgerDisk disk, LedgerBlocks blocks, StepRings rings) {
        steps = new Copied(rings.steps());
        syncs = new Copied(rings.collectives());
        this.disk = disk;
        this.blocks = blocks;
    }

    /** Leaves out the steps that ended since the last {@link #copy}: the profile did not run. */
    public synchronized void begin() {
        if (steps.limit != Long.MAX_VALUE) {
            copy(false);
        }
        steps.skip();
        syncs.skip();
    }

    /** Leaves out the steps that end from now on, until {@link #begin}. Does not wait. */
    public void end() {
        steps.end();
        syncs.end();
    }

    /**
     * Copies the steps that have ended since the last call. If memory runs out meanwhile, the next call copies them.
     *
     * @param ends whether the profile has ended
     * @return the failure to write the file, if there was one
     */
    public synchronized Optional<IOException> copy(boolean ends) {
        takeRows(1);
        if (ends && !isEnded && blocks.rows() > 0) {
            blocks.beginBlocks();
            blocks.endSteps(steps.overwrittenAfter, failedWrites, true);
        }
        isEnded = ends;
        long before;
        do {
            // If further steps end meanwhile, the next copy continues: flat out, this would not end.
            before = steps.next;
        } while (blocks.shorten(this::takeFullBlocks) && steps.next == before);
        if (ends) {
            blocks.join(this::takeFullBlocks);
        }
        // W9: a block stays in memory, so that the next write makes up for a failed one.
        if (!blocks.isOther(written) && blocks.lacks(written)) {
            write(disk::append);
        }
        Optional<IOException> failure =
                blocks.isOther(written) && blocks.rows() > 0 ? write(disk::replace) : Optional.empty();
        failedWrites += failure.isPresent() ? 1 : 0;
        return failure;
    }

    /** Moves the rows of the rings into blocks during long work, so that few are overwritten. */
    private void takeFullBlocks() {
        takeRows(LedgerBlocks.ROWS_OF_BLOCK);
    }

    /** Moves the rows of the rings into blocks, as long as there are at least this many. */
    private void takeRows(int least) {
        // A step is in its ring after its collectives are in theirs.
        while (!blocks.isFull() && steps.hasRows(least)) {
            blocks.beginBlocks();
            steps.take(blocks::step);
            blocks.endSteps(steps.overwrittenAfter, failedWrites, false);
            steps.keep();
            isEnded = false;
        }
        while (!blocks.isFull() && syncs.hasRows(least)) {
            blocks.beginBlocks();
            syncs.take(blocks::collective);
            blocks.endCollectives(syncs.overwrittenAfter);
            syncs.keep();
        }
    }

    private interface Writing {
        void write(TraceFile.Content content) throws IOException;
    }

    /** Writes the blocks that the file lacks. After a failure it lacks all: it may have been removed, or cut. */
    private Optional<IOException> write(Writing writing) {
        boolean isWhole = false;
        try {
            writing.write(out -> blocks.writeTo(out, written, this::takeFullBlocks));
            isWhole = true;
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e);
        } finally {
            if (!isWhole) {
                written.clear();
            }
        }
    }

    /** {@return the number of steps and collectives that were overwritten before they could be copied} */
    public synchronized long overwritten() {
        return steps.overwritten + syncs.overwritten;
    }

    /** {@return the ledger up to the last {@link #copy}} Takes milliseconds, more for long runs. */
    public StepLedger ledger() {
        try {
            return StepLedger.read(content(), "the ledger of this process");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized byte[] content() {
        return blocks.toByteArray();
    }
}
