package io.stepprofiler.trace;

import java.util.Arrays;
import java.util.BitSet;

/** The events of one track as growing columns; not changed any more once a {@link Track} holds them. */
final class EventColumns {
    private static final int FIRST_CAPACITY = 16;

    long[] starts;
    long[] durations;
    int[] nameIds;
    BitSet unfinished = new BitSet();
    BitSet async = new BitSet();
    OpColumns ops = new OpColumns();
    int size;

    EventColumns() {
        this(FIRST_CAPACITY);
    }

    private EventColumns(int capacity) {
        starts = new long[capacity];
        durations = new long[capacity];
        nameIds = new int[capacity];
    }

    int add(int nameId, long startNanos, long durationNanos) {
        if (size == starts.length) {
            reserve(size + 1);
        }
        starts[size] = startNanos;
        durations[size] = durationNanos;
        nameIds[size] = nameId;
        return size++;
    }

    void reserve(int capacity) {
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

    /** Replaces the numbers of names, signatures and call stacks by those that other texts have for them. */
    void renumber(TextNumbers numbers) {
        for (int i = 0; i < size; i++) {
            nameIds[i] = numbers.names()[nameIds[i]];
        }
        ops.signatures.renumber(numbers.signatures());
        ops.stacks.renumber(numbers.stacks());
    }

    /** Gives back what was reserved and not used, so that an index out of range is refused. */
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

    /** Parents before children: by start, then the longer first; equal events stay as they were added. */
    int compare(int a, int b) {
        int byStart = Long.compare(starts[a], starts[b]);
        return byStart != 0 ? byStart : Long.compare(durations[b], durations[a]);
    }

    /** These events in the order given: place {@code i} is taken by the present event {@code order[i]}. */
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
