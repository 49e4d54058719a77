package io.stepprofiler.recording;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Chunk of a thread's buffer: columns of primitives, 20 bytes an event, exchanged as {@link ChunkExchange} says.
 *
 * <pre>
 *   offset      0             1             …   size          limit
 *   times   | start | end  | start | OPEN |  | unused …          |   ticks
 *   names   | ref          | ref          |  |                   |   see NameTable
 * </pre>
 *
 * <p>The end of an event is the only value that is written after its row has been published: by a release store, from
 * {@link #OPEN} to the tick, until the owner has taken the chunk back. The reader therefore notes in the chunk which of
 * its events were open, and the owner reports which of them ended between reading and taking back. Start and end are
 * adjacent because they are often written in quick succession: one cache line instead of two.
 */
public final class Chunk extends Rows {
    /** End of an event that has not ended. */
    public static final long OPEN = Long.MIN_VALUE;

    /** Number of bits of a token that hold an offset in a chunk. */
    public static final int OFFSET_BITS = 13;

    public static final int MAX_CAPACITY = 1 << OFFSET_BITS;

    /** Maximum number of chunks that tokens can number. */
    static final int MAX_COUNT = 1 << (32 - OFFSET_BITS);

    public static final int OFFSET_MASK = MAX_CAPACITY - 1;
    public static final int BYTES_PER_EVENT = 2 * Long.BYTES + Integer.BYTES;

    /** Chunk without capacity, for a thread that has no other. */
    public static final Chunk NONE = new Chunk(0);

    private static final VarHandle TIMES = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] times;
    private final int[] names;

    private int limit;
    private int[] open = {};
    private int openCount;

    public Chunk(int capacity) {
        times = new long[2 * capacity];
        names = new int[capacity];
        limit = capacity;
    }

    /** Returns the capacity of the chunk at {@code index}: small at first, for threads that record little. */
    public static int capacityAt(int index) {
        return index >= 3 ? MAX_CAPACITY : 16 << (3 * index);
    }

    /** Empties the chunk for a new window in which it may hold {@code newLimit} events. Called by the owner. */
    public void reset(int newLimit) {
        limit = newLimit;
        openCount = 0;
        publish(0);
    }

    @Override
    public int capacity() {
        return names.length;
    }

    @Override
    int bytesPerRow() {
        return BYTES_PER_EVENT;
    }

    @Override
    public long takenBytes() {
        return (long) limit * BYTES_PER_EVENT;
    }

    public boolean isFull() {
        return ownSize() == limit;
    }

    // R3: numbers only, no references.
    /** Begins the event at the offset {@code ownSize()}. Called by the owner. */
    public void begin(int offset, int name, long ticks) {
        times[2 * offset + 1] = OPEN;
        names[offset] = name;
        times[2 * offset] = ticks;
        publish(offset + 1);
    }

    /** Adds an event without duration at the offset {@code ownSize()}. Called by the owner. */
    public void mark(int offset, int name, long ticks) {
        times[2 * offset + 1] = ticks;
        names[offset] = name;
        times[2 * offset] = ticks;
        publish(offset + 1);
    }

    public void end(int offset, long ticks) {
        TIMES.setRelease(times, 2 * offset + 1, ticks);
    }

    /** True if the event has not ended, as the owner sees it. */
    public boolean isOpen(int offset) {
        return times[2 * offset + 1] == OPEN;
    }

    /** Returns the number of events that the chunk may hold. */
    public int limit() {
        return limit;
    }

    /** Notes an event that was open when it was read. Called by the reader, before it gives the chunk back. */
    public void noteOpen(int offset) {
        if (openCount == open.length) {
            open = Arrays.copyOf(open, Math.max(4, openCount * 2));
        }
        open[openCount++] = offset;
    }

    /**
     * Passes on the noted events that have ended, and forgets each one that {@code taker} takes. Called by the reader,
     * or by the owner once it has the chunk back.
     */
    public void takeEnded(Ended taker) {
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
     * Passes on the noted events that have ended, without any change: the owner may be taking the chunk back. If it has
     * done so by the end of the call, the results must be discarded.
     */
    public void peekEnded(Ended taker) {
        for (int i = 0; i < openCount; i++) {
            int offset = open[i];
            long end = publishedEnd(offset);
            if (end != OPEN) {
                taker.take(offset, end);
            }
        }
    }

    /** Receiver of events that have ended. */
    public interface Ended {
        /** Takes an event; false to leave it for later. */
        boolean take(int offset, long end);
    }

    /** Returns the start of an event below the published size. */
    public long start(int offset) {
        return times[2 * offset];
    }

    /** Returns the name reference of an event below the published size. */
    public int name(int offset) {
        return names[offset];
    }

    /** Returns the end as a reader sees it, or {@link #OPEN}. */
    public long publishedEnd(int offset) {
        return (long) TIMES.getAcquire(times, 2 * offset + 1);
    }
}
