package io.stepprofiler.columns;

import io.stepprofiler.event.MemoryEvent;
import java.util.stream.Stream;

/**
 * Some rows of {@link MemoryColumns}. A column with the same value in all of them, as mostly the thread and the
 * category, takes no memory.
 *
 * <p>Small enough that no garbage collector treats an array of it as a large object, which needs contiguous space of
 * its own: a heap that is nearly full may have none, though it has room.
 */
final class MemoryRows {
    static final int BITS = 12;
    static final int ROWS = 1 << BITS;
    static final int MASK = ROWS - 1;

    final LongColumn nanos;
    final LongColumn trackIds;
    final IntColumn kinds;
    final LongColumn addresses;
    final LongColumn bytes;
    final LongColumn allocated;
    final LongColumn reserved;
    final IntColumn stacks;
    final IntColumn counterparts = new IntColumn(-1, ROWS);
    final LongColumn replaced = new LongColumn(0, ROWS);

    /** Creates an empty block whose default values are the values of {@code first}. */
    MemoryRows(MemoryEvent first, int kind) {
        nanos = new LongColumn(first.nanos(), ROWS);
        trackIds = new LongColumn(first.trackId(), ROWS);
        kinds = new IntColumn(kind, ROWS);
        addresses = new LongColumn(first.address(), ROWS);
        bytes = new LongColumn(first.bytes(), ROWS);
        allocated = new LongColumn(first.totalAllocated(), ROWS);
        reserved = new LongColumn(first.totalReserved(), ROWS);
        stacks = new IntColumn(first.stackId(), ROWS);
    }

    /** Sets a row to an event without a counterpart. */
    void set(int row, MemoryEvent event, int kind) {
        nanos.set(row, event.nanos());
        trackIds.set(row, event.trackId());
        kinds.set(row, kind);
        addresses.set(row, event.address());
        bytes.set(row, event.bytes());
        allocated.set(row, event.totalAllocated());
        reserved.set(row, event.totalReserved());
        stacks.set(row, event.stackId());
    }

    /** Returns the bytes that it takes. */
    long heapBytes() {
        long longs = Stream.of(nanos, trackIds, addresses, bytes, allocated, reserved, replaced)
                .mapToLong(LongColumn::capacity)
                .sum();
        long ints = Stream.of(kinds, stacks, counterparts)
                .mapToLong(IntColumn::capacity)
                .sum();
        return Long.BYTES * longs + Integer.BYTES * ints;
    }
}
