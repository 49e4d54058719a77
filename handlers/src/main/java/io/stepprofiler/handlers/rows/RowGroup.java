package io.stepprofiler.handlers.rows;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of one kind that a track needs so that no two events of a row overlap partially. */
final class RowGroup {
    /**
     * Rows beyond this many hold one event at a time: looking for the best place in all of them would take minutes for
     * a track on which ten thousand events overlap.
     */
    private static final int NESTING_ROWS = 64;

    /**
     * Rows beyond which an event is written without its duration, in one more row: viewers show no more rows, and each
     * costs memory.
     */
    static final int MAX_ROWS = 1024;

    private final Shortening shortening;
    private final List<NestedRow> rows = new ArrayList<>();
    /** The rows beyond {@link #NESTING_ROWS}, or null: most tracks have one row. */
    private @Nullable FlatRows flatRows;

    private int pointCount;

    RowGroup(Shortening shortening) {
        this.shortening = shortening;
    }

    int size() {
        return rows.size() + (pointCount == 0 ? 0 : 1);
    }

    /** Number of events that are written without their duration. */
    int pointCount() {
        return pointCount;
    }

    /** True if the next event fits into an existing row, or there is no row yet. */
    boolean takes(long start, long end) {
        return rows.isEmpty() || innermost(start, end) >= 0;
    }

    /**
     * Finds the row for the next event: the row with the innermost open event around it, so that the callees of an
     * event that had to move follow it; else the first row without open events, or a new row. Returns {@link #MAX_ROWS}
     * if there are too many rows; events there have no duration, so that they do not overlap.
     */
    int place(int item, long start, long end) {
        int row = innermost(start, end);
        if (row < 0) {
            row = rows.size() < NESTING_ROWS ? newRow() : flatRow(start, end);
        }
        if (row == MAX_ROWS) {
            pointCount++;
        } else {
            rows.get(row).open(item, start, end);
        }
        return row;
    }

    private int innermost(long start, long end) {
        int best = -1;
        for (int i = 0; i < Math.min(rows.size(), NESTING_ROWS); i++) {
            NestedRow row = rows.get(i);
            row.closeUntil(start);
            if (row.takes(end)
                    && (best < 0 || row.innermostStart() > rows.get(best).innermostStart())) {
                best = i;
            }
        }
        return best;
    }

    private int flatRow(long start, long end) {
        if (flatRows == null) {
            flatRows = new FlatRows(MAX_ROWS - NESTING_ROWS);
        }
        int flat = flatRows.place(start, end);
        if (flat == FlatRows.NONE) {
            return MAX_ROWS;
        }
        int row = NESTING_ROWS + flat;
        if (row == rows.size()) {
            return newRow();
        }
        rows.get(row).closeUntil(start);
        return row;
    }

    private int newRow() {
        rows.add(new NestedRow(shortening));
        return rows.size() - 1;
    }
}
