package io.stepprofiler.handlers.rows;

import io.stepprofiler.nesting.OpenEvents;
import java.util.Arrays;

/** Open events of one row of a viewer, each nested in the one before it. */
final class NestedRow {
    /** Perfetto shows no more levels, and TensorBoard's plugin fails on about twice as many. */
    private static final int MAX_DEPTH = 512;

    private static final int FIRST_CAPACITY = 4;

    private final Shortening shortening;
    private final OpenEvents open = new OpenEvents();

    // Arrays by level.
    private long[] starts = new long[FIRST_CAPACITY];
    private long[] writtenEnds = new long[FIRST_CAPACITY];

    NestedRow(Shortening shortening) {
        this.shortening = shortening;
    }

    /** Closes the events that have ended by {@code time}. */
    void closeUntil(long time) {
        while (open.depth() > 0 && open.innermostEnd() <= time) {
            int item = open.innermost();
            open.close();
            shortening.endWithin(item, starts[open.depth()], writtenEnds[open.depth()], time, time);
        }
    }

    /** True if an event that begins now and ends at {@code end} nests in the open events. */
    boolean takes(long end) {
        return open.depth() == 0 || (end <= open.innermostEnd() && open.depth() < MAX_DEPTH);
    }

    /** Start of the innermost open event. */
    long innermostStart() {
        return open.depth() == 0 ? Long.MIN_VALUE : starts[open.depth() - 1];
    }

    /** Opens an event that nests in the open ones; events that have ended by its start must be closed already. */
    void open(int item, long start, long end) {
        int level = open.depth();
        if (level == starts.length) {
            starts = Arrays.copyOf(starts, level * 2);
            writtenEnds = Arrays.copyOf(writtenEnds, level * 2);
        }
        long written = end - shortening.of(item);
        if (level > 0) {
            written = shortening.endWithin(item, start, written, starts[level - 1], writtenEnds[level - 1]);
        }
        starts[level] = start;
        writtenEnds[level] = written;
        open.begin(item, start, end);
    }
}
