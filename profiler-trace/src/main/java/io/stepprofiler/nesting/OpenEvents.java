package io.stepprofiler.nesting;

import java.util.Arrays;

/**
 * Events that are open while the events of one track are taken in the order of their starts: a stack of events, each
 * inside the event below it, with the innermost on top.
 *
 * <p>An event is a number that the caller chooses, such as its index or its group. Starts and instants never go back;
 * if they do, the result is undefined, and nothing is thrown. All operations take constant time on average and allocate
 * only when more events are open than ever before. Used by one thread.
 *
 * @see io.stepprofiler.nesting the rules
 */
public final class OpenEvents {
    // T1: self time belongs to the open event that began last.

    /** Number for no event. */
    public static final int NONE = -1;

    private static final int[] NO_EVENTS = {};
    private static final long[] NO_ENDS = {};
    private static final int FIRST_CAPACITY = 8;

    // Empty at first: there may be a million threads, most of which have few events.
    private int[] events = NO_EVENTS;
    private long[] ends = NO_ENDS;
    private int depth;

    /** Events that are outlasted, and perhaps some that have ended. */
    private int[] outlasted = NO_EVENTS;

    private long[] outlastedEnds = NO_ENDS;
    private int outlastedSize;
    private long now = Long.MIN_VALUE;

    /** Creates a stack without open events. */
    public OpenEvents() {}

    /**
     * Begins an event, after ending all events that end by its start.
     *
     * @param event number of the event, 0 or more
     * @param start start of the event, on any clock
     * @param end end of the event on the same clock, not before its start
     * @return the parent of the event, or {@link #NONE}
     */
    public int begin(int event, long start, long end) {
        closeUntil(start);
        while (depth > 0 && ends[depth - 1] < end) {
            outlast();
        }
        int parent = innermost();
        if (depth == events.length) {
            int capacity = Math.max(FIRST_CAPACITY, depth * 2);
            events = Arrays.copyOf(events, capacity);
            ends = Arrays.copyOf(ends, capacity);
        }
        events[depth] = event;
        ends[depth++] = end;
        return parent;
    }

    // T11: an event is open until just before its end.
    /**
     * Ends the events that end at an instant or before it.
     *
     * @param instant the instant, not before the last start
     */
    public void closeUntil(long instant) {
        now = instant;
        while (depth > 0 && ends[depth - 1] <= instant) {
            depth--;
        }
    }

    /** Ends the innermost event, whenever its end is; there must be one. */
    public void close() {
        depth--;
    }

    /** {@return the innermost event, or {@link #NONE}} */
    public int innermost() {
        return depth == 0 ? NONE : events[depth - 1];
    }

    /** {@return the end of the innermost event; there must be one} */
    public long innermostEnd() {
        return ends[depth - 1];
    }

    /** {@return the number of events on the stack: the innermost event and the events that contain it} */
    public int depth() {
        return depth;
    }

    /**
     * {@return the number of all events that are open: on the stack or outlasted}
     *
     * <p>Takes time proportional to the number of outlasted events.
     */
    public int size() {
        dropEnded();
        return depth + outlastedSize;
    }

    /**
     * {@return one of the open events}
     *
     * @param place 0 to {@link #depth()} - 1 for the stack, the outermost first; from there to {@link #size()} - 1 for
     *     the outlasted events, in no particular order
     */
    public int event(int place) {
        return place < depth ? events[place] : outlasted[place - depth];
    }

    /**
     * {@return the end of one of the open events}
     *
     * @param place as for {@link #event}
     */
    public long end(int place) {
        return place < depth ? ends[place] : outlastedEnds[place - depth];
    }

    private void outlast() {
        depth--;
        if (outlastedSize == outlasted.length) {
            // Otherwise events that overlap in a chain would accumulate.
            dropEnded();
            if (outlastedSize >= outlasted.length / 2) {
                int capacity = Math.max(FIRST_CAPACITY, outlasted.length * 2);
                outlasted = Arrays.copyOf(outlasted, capacity);
                outlastedEnds = Arrays.copyOf(outlastedEnds, capacity);
            }
        }
        outlasted[outlastedSize] = events[depth];
        outlastedEnds[outlastedSize++] = ends[depth];
    }

    private void dropEnded() {
        int kept = 0;
        for (int i = 0; i < outlastedSize; i++) {
            if (outlastedEnds[i] > now) {
                outlasted[kept] = outlasted[i];
                outlastedEnds[kept++] = outlastedEnds[i];
            }
        }
        outlastedSize = kept;
    }
}
