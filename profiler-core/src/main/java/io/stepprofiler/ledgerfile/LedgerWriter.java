package io.stepprofiler.ledgerfile;

import io.stepprofiler.ledger.LedgerBlocks;
import io.stepprofiler.ledger.LedgerRun;
import io.stepprofiler.ledger.StepLedger;
import io.stepprofiler.recording.RowRing;
import io.stepprofiler.recording.StepRings;
import java.io.IOException;
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
    private long failedWrites;
    private boolean isEnded;

    /** True if the file lacks blocks, has a part of one, or has blocks that were pooled since. */
    private boolean isStale = true;

    /** Rows of a ring that have been copied. */
    private static final class Copied {
        private final RowRing ring;
        private final long[] row;
        private long next;
        private long overwritten;

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

        /** Passes the next rows to a receiver, at most as many as a block has; returns whether there were any. */
        boolean take(Consumer<long[]> to) {
            long oldest = Math.min(ring.oldest(), limit);
            if (next < oldest) {
                overwritten += oldest - next;
                next = oldest;
            }
            int taken = 0;
            for (long end = Math.min(ring.count(), limit); next < end && taken < LedgerBlocks.ROWS_OF_BLOCK; next++) {
                if (ring.read(next, row)) {
                    to.accept(row);
                    taken++;
                } else {
                    overwritten++;
                }
            }
            return taken > 0;
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
     * Copies the steps that have ended since the last call.
     *
     * @param ends whether the profile has ended
     * @return the failure to write the file, if there was one
     */
    public synchronized Optional<IOException> copy(boolean ends) {
        // A step is in its ring after its collectives are in theirs.
        while (steps.take(blocks::step)) {
            append(blocks.endSteps(steps.overwritten, failedWrites, false));
            isEnded = false;
        }
        while (syncs.take(blocks::collective)) {
            append(blocks.endCollectives(syncs.overwritten));
        }
        if (ends && !isEnded && blocks.rows() > 0) {
            append(blocks.endSteps(steps.overwritten, failedWrites, true));
        }
        isEnded = ends;
        if (ends && blocks.join()) {
            isStale = true;
        }
        return isStale && blocks.rows() > 0 ? replace() : Optional.empty();
    }

    private void append(byte[] block) {
        isStale |= blocks.shorten();
        if (!isStale) {
            try {
                // W9: a block stays in memory, so that the next write makes up for a failed one.
                disk.append(block);
            } catch (IOException e) {
                // The file was removed, or the disk is full: the file is written again.
                isStale = true;
            }
        }
    }

    private Optional<IOException> replace() {
        try {
            disk.replace(blocks::writeTo);
            isStale = false;
            return Optional.empty();
        } catch (IOException e) {
            failedWrites++;
            return Optional.of(e);
        }
    }

    /** {@return the ledger up to the last {@link #copy}} Takes milliseconds, more for long runs. */
    public synchronized StepLedger ledger() {
        return blocks.ledger();
    }
}
