package io.stepprofiler.handlers.rows;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Rows that hold one event at a time, for events in the order of their starts; each takes the row that was free first.
 */
public final class FlatRows {
    /** Returned instead of a row if all are taken. */
    public static final int NONE = -1;

    private record Row(int index, long freeAt) {}

    private final int limit;
    private final PriorityQueue<Row> rows = new PriorityQueue<>(Comparator.comparingLong(Row::freeAt));
    private int size;

    /**
     * No rows yet.
     *
     * @param limit how many there may be
     */
    public FlatRows(int limit) {
        this.limit = limit;
    }

    /**
     * {@return the row of the next event, from 0; a new one if none is free, {@link #NONE} if there may be no more}
     *
     * @param start when it begins
     * @param end when it ends
     */
    public int place(long start, long end) {
        Row first = rows.peek();
        int row;
        if (first != null && first.freeAt() <= start) {
            row = rows.remove().index();
        } else if (size < limit) {
            row = size++;
        } else {
            return NONE;
        }
        rows.add(new Row(row, end));
        return row;
    }
}
