package io.stepprofiler.ledger;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.recording.StepRing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writer of the ledger of this process: copies its ended steps into blocks in memory, and appends these to a file. If
 * the file cannot be written, the blocks stay in memory, and the next write that succeeds writes all of them.
 *
 * <p>For the profiler only. Safe on any thread; {@link #copy} does the input and output.
 */
public final class LedgerWriter {
    private final StepRing ring;
    private final LedgerBlocks blocks;
    private final LedgerDisk disk;
    private final long[] step = StepRing.newRow();
    private long next;
    private long overwritten;
    private long failedWrites;
    private boolean isEnded;

    /** True if the file lacks blocks, has a part of one, or has blocks that were pooled since. */
    private boolean isStale = true;

    /**
     * A writer of the steps that end from now on.
     *
     * @param run the run
     * @param file the file, which is created with the first step; null to keep the ledger in memory
     * @param maxBytes limit of the file
     * @param ring the steps of this process
     */
    @SuppressWarnings("exports") // Rings are internal: other modules cannot name them.
    public LedgerWriter(LedgerRun run, @Nullable Path file, long maxBytes, StepRing ring) {
        this(run, file == null ? LedgerDisk.NONE : LedgerDisk.of(file), maxBytes, LedgerReader.MAX_ROWS, ring);
    }

    LedgerWriter(LedgerRun run, LedgerDisk disk, long maxBytes, int maxRows, StepRing ring) {
        this.ring = ring;
        this.disk = disk;
        blocks = new LedgerBlocks(run, maxBytes, maxRows);
        next = ring.count();
    }

    /** Leaves out the steps that ended since the last {@link #copy}: the profile did not run. */
    public synchronized void begin() {
        next = ring.count();
    }

    /**
     * Copies the steps that have ended since the last call.
     *
     * @param ends whether the profile has ended
     * @return the failure to write the file, if there was one
     */
    public synchronized Optional<IOException> copy(boolean ends) {
        for (StepRows rows = take(); rows.size() > 0; rows = take()) {
            append(rows, false);
            isEnded = false;
        }
        if (ends && !isEnded && blocks.rows() > 0) {
            append(new StepRows(), true);
        }
        isEnded = ends;
        if (ends && blocks.join()) {
            isStale = true;
        }
        return isStale && blocks.rows() > 0 ? replace() : Optional.empty();
    }

    private StepRows take() {
        StepRows rows = new StepRows();
        long oldest = ring.oldest();
        if (next < oldest) {
            overwritten += oldest - next;
            next = oldest;
        }
        for (long end = ring.count(); next < end && rows.size() < LedgerBlocks.ROWS_OF_BLOCK; next++) {
            if (ring.read(next, step)) {
                rows.add(step);
            } else {
                overwritten++;
            }
        }
        return rows;
    }

    private void append(StepRows rows, boolean ends) {
        byte[] block = blocks.add(new RowsCodec.Block(ClockAnchor.now(), overwritten, failedWrites, ends, rows));
        isStale |= blocks.pool();
        if (!isStale) {
            try {
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
