package io.stepprofiler.recording;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The last rows of numbers that were added, overwritten in a circle. One thread at a time adds rows, without a lock or
 * an allocation; any number of threads read them.
 */
public final class RowRing {
    private final int kept;
    private final int width;

    /** A reader is woken after this number of rows, so that it keeps up with short steps. */
    private final int wake;

    /**
     * Rows of columns. Stores are ordered among themselves and with the count, so that a reader that has seen a part of
     * a new row also sees the count before it.
     */
    private final AtomicLongArray cells;

    private volatile long count;
    private volatile @Nullable Thread reader;

    /**
     * An empty ring.
     *
     * @param kept number of rows that are kept
     * @param width number of columns
     */
    public RowRing(int kept, int width) {
        this.kept = kept;
        this.width = width;
        wake = kept / 4;
        cells = new AtomicLongArray(kept * width);
    }

    /** Returns a row to read into, and to add. */
    public long[] newRow() {
        return new long[width];
    }

    /** Sets the thread to wake before rows are overwritten; null for none. */
    public void wake(@Nullable Thread thread) {
        reader = thread;
    }

    /** Adds a row, whose columns are in their order. For one thread at a time. */
    public void add(long[] row) {
        long index = count;
        int at = placeOf(index);
        for (int column = 0; column < row.length; column++) {
            cells.lazySet(at + column, row[column]);
        }
        count = index + 1;
        Thread waiting = reader;
        if (waiting != null && index % wake == wake - 1) {
            LockSupport.unpark(waiting);
        }
    }

    private int placeOf(long index) {
        return (int) (index % kept) * width;
    }

    /** Number of rows that have been added. */
    public long count() {
        return count;
    }

    /** Index of the oldest row that is still kept, and that no thread is overwriting. */
    public long oldest() {
        return Math.max(0, count - kept + 1);
    }

    /** Copies a row; false if it has been overwritten, also while it was copied. */
    public boolean read(long index, long[] row) {
        int at = placeOf(index);
        for (int column = 0; column < row.length; column++) {
            row[column] = cells.get(at + column);
        }
        return index >= oldest();
    }
}
