package io.stepprofiler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A piece of a thread's buffer: columns of primitives, 20 bytes an event, written by one thread.
 *
 * <pre>
 *   offset      0             1             …   size          limit
 *   times   | start | end  | start | OPEN |  | unused …          |   nanoseconds
 *   names   | ref          | ref          |  |                   |   see NameTable
 * </pre>
 *
 * <p>The owner publishes an event by a release store of {@code size} after the event's start and name, and its end by a
 * release store into {@code times}. A reader takes {@code size} with acquire and may then read the events below it; an
 * end it does not see yet is {@link #OPEN}. Start and end lie side by side because they are written one soon after the
 * other: one cache line instead of two.
 */
final class Chunk {
    /** In place of the end of an event that has not ended. */
    static final long OPEN = Long.MIN_VALUE;

    /** A chunk's offsets take this many bits of a token. */
    static final int OFFSET_BITS = 13;

    static final int MAX_CAPACITY = 1 << OFFSET_BITS;
    static final int OFFSET_MASK = MAX_CAPACITY - 1;
    static final int BYTES_PER_EVENT = 2 * Long.BYTES + Integer.BYTES;

    /** A full chunk of no events: what a thread that has none writes to. */
    static final Chunk NONE = new Chunk(0);

    private static final VarHandle SIZE;
    private static final VarHandle TIMES = MethodHandles.arrayElementVarHandle(long[].class);

    static {
        try {
            SIZE = MethodHandles.lookup().findVarHandle(Chunk.class, "size", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long[] times;
    private final int[] names;

    private int limit;
    private int size;

    Chunk(int capacity) {
        times = new long[2 * capacity];
        names = new int[capacity];
        limit = capacity;
    }

    /** The capacity of the chunk at {@code index} of a buffer: small ones first, for threads that record little. */
    static int capacityAt(int index) {
        return index >= 3 ? MAX_CAPACITY : 16 << (3 * index);
    }

    /** Empties the chunk for a new window in which it may hold {@code newLimit} events. By the owner only. */
    void reset(int newLimit) {
        limit = newLimit;
        SIZE.setRelease(this, 0);
    }

    int capacity() {
        return names.length;
    }

    /** The next event's offset, or the limit if there is no room. By the owner only. */
    int ownSize() {
        return size;
    }

    boolean isFull() {
        return size == limit;
    }

    /** Begins the event at the offset {@code ownSize()}, at the time read last of all. */
    void begin(int offset, int name) {
        times[2 * offset + 1] = OPEN;
        names[offset] = name;
        times[2 * offset] = Ticks.now();
        SIZE.setRelease(this, offset + 1);
    }

    void end(int offset, long nanos) {
        TIMES.setRelease(times, 2 * offset + 1, nanos);
    }

    /** The end as the owner knows it. */
    boolean isOpen(int offset) {
        return times[2 * offset + 1] == OPEN;
    }

    /** The number of events that a reader may read. */
    int publishedSize() {
        return (int) SIZE.getAcquire(this);
    }

    /** The start of an event below the published size. */
    long start(int offset) {
        return times[2 * offset];
    }

    /** The name reference of an event below the published size. */
    int name(int offset) {
        return names[offset];
    }

    /** The end as a reader sees it, or {@link #OPEN}. */
    long publishedEnd(int offset) {
        return (long) TIMES.getAcquire(times, 2 * offset + 1);
    }
}
