package io.stepprofiler.columns;

import java.util.Arrays;
import java.util.BitSet;

/** Events of one track as growing columns; not changed any more once a built track holds them. */
public final class EventColumns {
    private static final int FIRST_CAPACITY = 16;

    /** Start of each event in nanoseconds. */
    public long[] starts;

    /** Duration of each event in nanoseconds. */
    public long[] durations;

    /** Name of each event. */
    public int[] nameIds;

    /** Events whose end is not known. */
    public BitSet unfinished = new BitSet();

    /** Events that take no part in the nesting. */
    public BitSet async = new BitSet();

    /** Details of the events that are operations. */
    public OpColumns ops = new OpColumns();

    /** Number of events. */
    public int size;

    /** Creates empty columns. */
    public EventColumns() {
        this(FIRST_CAPACITY);
    }

    private EventColumns(int capacity) {
        starts = new long[capacity];
        durations = new long[capacity];
        nameIds = new int[capacity];
    }

    /**
     * Adds an event.
     *
     * @param nameId its name
     * @param startNanos its start in nanoseconds
     * @param durationNanos its duration in nanoseconds
     * @return its index
     */
    public int add(int nameId, long startNanos, long durationNanos) {
        if (size == starts.length) {
            reserve(size + 1);
        }
        starts[size] = startNanos;
        durations[size] = durationNanos;
        nameIds[size] = nameId;
        return size++;
    }

    /** Adds an event of other columns that have the same names. */
    int add(EventColumns from, int row) {
        int event = add(from.nameIds[row], from.starts[row], from.durations[row]);
        unfinished.set(event, from.unfinished.get(row));
        async.set(event, from.async.get(row));
        ops.add(event, from.ops, row);
        return event;
    }

    /**
     * Makes room for events.
     *
     * @param capacity total number of events
     */
    public void reserve(int capacity) {
        if (capacity > starts.length) {
            int grown = Math.max(capacity, starts.length + (starts.length >> 1));
            starts = Arrays.copyOf(starts, grown);
            durations = Arrays.copyOf(durations, grown);
            nameIds = Arrays.copyOf(nameIds, grown);
        }
    }

    EventColumns copy() {
        EventColumns copy = new EventColumns(0);
        copy.starts = Arrays.copyOf(starts, size);
        copy.durations = Arrays.copyOf(durations, size);
        copy.nameIds = Arrays.copyOf(nameIds, size);
        copy.unfinished = (BitSet) unfinished.clone();
        copy.async = (BitSet) async.clone();
        copy.ops = ops.copy();
        copy.size = size;
        return copy;
    }

    /** Translates names, signatures and call stacks to the numbers of other tables. */
    void renumber(NameNumbers numbers) {
        for (int i = 0; i < size; i++) {
            nameIds[i] = numbers.names[nameIds[i]];
        }
        ops.renumber(numbers);
    }

    /** Frees room that is not used, so that an index out of range is refused. */
    void trim() {
        if (size < starts.length) {
            starts = Arrays.copyOf(starts, size);
            durations = Arrays.copyOf(durations, size);
            nameIds = Arrays.copyOf(nameIds, size);
        }
    }

    boolean isInOrder() {
        for (int i = 1; i < size; i++) {
            if (compare(i - 1, i) > 0) {
                return false;
            }
        }
        return true;
    }

    /** Orders parents before children: by start, then longer events first; equal events compare as 0. */
    int compare(int a, int b) {
        int byStart = Long.compare(starts[a], starts[b]);
        return byStart != 0 ? byStart : Long.compare(durations[b], durations[a]);
    }

    /** Returns these events in another order: place {@code i} is taken by the present event {@code order[i]}. */
    EventColumns reordered(Integer[] order) {
        EventColumns result = new EventColumns(order.length);
        for (int old : order) {
            int index = result.add(nameIds[old], starts[old], durations[old]);
            result.unfinished.set(index, unfinished.get(old));
            result.async.set(index, async.get(old));
        }
        result.ops = ops;
        result.ops.reorder(order);
        return result;
    }
}
