package io.stepprofiler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A piece of a thread's buffer: columns of primitives, 20 bytes an event, written by one thread.
 *
 * <pre>
 *   offset      0             1             …   size          limit
 *   times   | start | end  | start | OPEN |  | unused …          |   nanoseconds
 *   names   | ref          | ref          |  |                   |   see NameTable
 * </pre>
 *
 * <p>Where a window is cut into segments, a chunk that has been read whole goes back to its owner, who writes into it again. The
 * reader leaves in it which of its events were open; what has ended between reading and taking back, the owner tells.
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
    private int[] open = {};
    private int openCount;

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
        openCount = 0;
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

    /** Begins the event at the offset {@code ownSize()}. By the owner only. */
    void begin(int offset, int name, long tick) {
        times[2 * offset + 1] = OPEN;
        names[offset] = name;
        times[2 * offset] = tick;
        SIZE.setRelease(this, offset + 1);
    }

    void end(int offset, long nanos) {
        TIMES.setRelease(times, 2 * offset + 1, nanos);
    }

    /** The end as the owner knows it. */
    boolean isOpen(int offset) {
        return times[2 * offset + 1] == OPEN;
    }

    /** How many events it holds when it is full. */
    int limit() {
        return limit;
    }

    /** Notes an event that was open when it was read. By the reader, before it gives the chunk back. */
    void noteOpen(int offset) {
        if (openCount == open.length) {
            open = Arrays.copyOf(open, Math.max(4, openCount * 2));
        }
        open[openCount++] = offset;
    }

    /** Takes what has ended since out of the events that were noted as open. By the reader, or the owner once it has the chunk back. */
    void takeEnded(Ended taker) {
        int left = 0;
        for (int i = 0; i < openCount; i++) {
            int offset = open[i];
            long end = publishedEnd(offset);
            if (end == OPEN || !taker.take(offset, end)) {
                open[left++] = offset;
            }
        }
        openCount = left;
    }

    /**
     * Tells what has ended of the events that were noted as open, and changes nothing: the owner may be taking the chunk back
     * meanwhile. If it has by the end of the call, what was told is to be thrown away.
     */
    void peekEnded(Ended taker) {
        for (int i = 0; i < openCount; i++) {
            int offset = open[i];
            long end = publishedEnd(offset);
            if (end != OPEN) {
                taker.take(offset, end);
            }
        }
    }

    /** Gets events that have ended. */
    interface Ended {
        /** Takes one, or leaves it for later. */
        boolean take(int offset, long end);
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
