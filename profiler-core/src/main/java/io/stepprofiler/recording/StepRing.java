package io.stepprofiler.recording;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The last {@value #KEPT} steps of this process, overwritten in a circle. One thread at a time adds steps, without a
 * lock or an allocation; any number of threads read them.
 */
public final class StepRing {
    /** Number of steps that are kept. */
    public static final int KEPT = 1 << 13;

    /** Columns of a step, {@link ThreadTime#UNKNOWN} if a value is not known. */
    public enum Column {
        NUMBER,
        START_NANOS,
        DURATION_NANOS,
        FLAGS,
        CPU_NANOS,
        PAUSE_NANOS,
        INPUT_WAIT_NANOS,
        BATCH;

        private static final int COUNT = values().length;

        @SuppressWarnings("EnumOrdinal") // A place in a row.
        public long of(long[] row) {
            return row[ordinal()];
        }
    }

    /** A reader is woken after this number of steps, so that it keeps up with short steps. */
    private static final int WAKE = KEPT / 4;

    /**
     * Rows of columns. Stores are ordered among themselves and with the count, so that a reader that has seen a part of
     * a new row also sees the count before it.
     */
    private final AtomicLongArray cells = new AtomicLongArray(KEPT * Column.COUNT);

    private volatile long count;
    private volatile @Nullable Thread reader;

    /** Returns a row to read into, and to add. */
    public static long[] newRow() {
        return new long[Column.COUNT];
    }

    /** Sets the thread to wake before steps are overwritten; null for none. */
    public void wake(@Nullable Thread thread) {
        reader = thread;
    }

    /** Adds a step, whose columns are in their order. For one thread at a time. */
    public void add(long[] row) {
        long index = count;
        int at = placeOf(index);
        for (int column = 0; column < row.length; column++) {
            cells.lazySet(at + column, row[column]);
        }
        count = index + 1;
        Thread waiting = reader;
        if (waiting != null && index % WAKE == WAKE - 1) {
            LockSupport.unpark(waiting);
        }
    }

    private static int placeOf(long index) {
        return (int) (index % KEPT) * Column.COUNT;
    }

    /** Number of steps that have been added. */
    public long count() {
        return count;
    }

    /** Index of the oldest step that is still kept, and that no thread is overwriting. */
    public long oldest() {
        return Math.max(0, count - KEPT + 1);
    }

    /** Copies a step; false if it has been overwritten, also while it was copied. */
    public boolean read(long index, long[] row) {
        int at = placeOf(index);
        for (int column = 0; column < row.length; column++) {
            row[column] = cells.get(at + column);
        }
        return index >= oldest();
    }
}
