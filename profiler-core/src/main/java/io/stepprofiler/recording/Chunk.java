package io.stepprofiler.recording;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A piece of a thread's buffer: columns of primitives, 20 bytes an event, which it hands over as {@link HandOver} says.
 *
 * <pre>
 *   offset      0             1             …   size          limit
 *   times   | start | end  | start | OPEN |  | unused …          |   ticks
 *   names   | ref          | ref          |  |                   |   see NameTable
 * </pre>
 *
 * <p>The end of an event is the one thing that is written after its row is published: by a release store, from {@link
 * #OPEN} to the tick, until the owner has taken the chunk back. So the reader leaves in the chunk which of its events
 * were open; which of them have ended between reading and taking back, the owner tells. Start and end lie side by side
 * because they are written one soon after the other: one cache line instead of two.
 */
public final class Chunk extends Rows {
    /** In place of the end of an event that has not ended. */
    public static final long OPEN = Long.MIN_VALUE;

    /** A chunk's offsets take this many bits of a token. */
    public static final int OFFSET_BITS = 13;

    public static final int MAX_CAPACITY = 1 << OFFSET_BITS;

    /** As many have a number in a token. */
    static final int MAX_COUNT = 1 << (32 - OFFSET_BITS);

    public static final int OFFSET_MASK = MAX_CAPACITY - 1;
    public static final int BYTES_PER_EVENT = 2 * Long.BYTES + Integer.BYTES;

    /** A full chunk of no events: what a thread that has none writes to. */
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

    /** The capacity of the chunk at {@code index} of a buffer: small ones first, for threads that record little. */
    public static int capacityAt(int index) {
        return index >= 3 ? MAX_CAPACITY : 16 << (3 * index);
    }

    /** Empties the chunk for a new window in which it may hold {@code newLimit} events. By the owner only. */
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

    /** Begins the event at the offset {@code ownSize()}. By the owner only. */
    public void begin(int offset, int name, long ticks) {
        times[2 * offset + 1] = OPEN;
        names[offset] = name;
        times[2 * offset] = ticks;
        publish(offset + 1);
    }

    /** Adds an event without duration at the offset {@code ownSize()}. By the owner only. */
    public void mark(int offset, int name, long ticks) {
        times[2 * offset + 1] = ticks;
        names[offset] = name;
        times[2 * offset] = ticks;
        publish(offset + 1);
    }

    public void end(int offset, long ticks) {
        TIMES.setRelease(times, 2 * offset + 1, ticks);
    }

    /** The end as the owner knows it. */
    public boolean isOpen(int offset) {
        return times[2 * offset + 1] == OPEN;
    }

    /** How many events it holds when it is full. */
    public int limit() {
        return limit;
    }

    /** Notes an event that was open when it was read. By the reader, before it gives the chunk back. */
    public void noteOpen(int offset) {
        if (openCount == open.length) {
            open = Arrays.copyOf(open, Math.max(4, openCount * 2));
        }
        open[openCount++] = offset;
    }

    /**
     * Takes what has ended since out of the events that were noted as open. By the reader, or the owner once it has the
     * chunk back.
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
     * Tells what has ended of the events that were noted as open, and changes nothing: the owner may be taking the
     * chunk back meanwhile. If it has by the end of the call, what was reported is to be thrown away.
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

    /** Gets events that have ended. */
    public interface Ended {
        /** Takes one, or leaves it for later. */
        boolean take(int offset, long end);
    }

    /** The start of an event below the published size. */
    public long start(int offset) {
        return times[2 * offset];
    }

    /** The name reference of an event below the published size. */
    public int name(int offset) {
        return names[offset];
    }

    /** The end as a reader sees it, or {@link #OPEN}. */
    public long publishedEnd(int offset) {
        return (long) TIMES.getAcquire(times, 2 * offset + 1);
    }
}
