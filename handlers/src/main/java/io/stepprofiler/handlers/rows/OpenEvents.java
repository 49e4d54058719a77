package io.stepprofiler.handlers.rows;

import java.util.Arrays;

/** The events of one row that are open at the present place, each inside the one before it. */
final class OpenEvents {
    /** Perfetto shows no more levels, and TensorBoard's plugin fails on about twice as many. */
    private static final int MAX_DEPTH = 512;

    private final Shortening shortening;
    private long[] starts = new long[16];
    private long[] ends = new long[16];
    private long[] writtenEnds = new long[16];
    private int[] items = new int[16];
    private int depth;

    OpenEvents(Shortening shortening) {
        this.shortening = shortening;
    }

    /** Forgets the events that have ended by {@code time}. */
    void closeUntil(long time) {
        while (depth > 0 && ends[depth - 1] <= time) {
            depth--;
            shortening.endWithin(items[depth], starts[depth], writtenEnds[depth], time, time);
        }
    }

    /** Whether an event that begins now and ends then nests in the open ones. */
    boolean takes(long end) {
        return depth == 0 || (end <= ends[depth - 1] && depth < MAX_DEPTH);
    }

    /** When the innermost open event began. */
    long innermostStart() {
        return depth == 0 ? Long.MIN_VALUE : starts[depth - 1];
    }

    void open(int item, long start, long end) {
        if (depth == items.length) {
            starts = Arrays.copyOf(starts, depth * 2);
            ends = Arrays.copyOf(ends, depth * 2);
            writtenEnds = Arrays.copyOf(writtenEnds, depth * 2);
            items = Arrays.copyOf(items, depth * 2);
        }
        long written = end - shortening.of(item);
        if (depth > 0) {
            written = shortening.endWithin(item, start, written, starts[depth - 1], writtenEnds[depth - 1]);
        }
        starts[depth] = start;
        ends[depth] = end;
        writtenEnds[depth] = written;
        items[depth] = item;
        depth++;
    }
}
