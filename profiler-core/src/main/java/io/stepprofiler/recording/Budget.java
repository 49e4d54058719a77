package io.stepprofiler.recording;

import io.stepprofiler.event.DropCause;
import java.util.concurrent.atomic.AtomicLong;

/** Events and bytes that a window's buffers may still take, shared by its threads. */
public final class Budget {
    private final AtomicLong events;
    private final AtomicLong bytes;
    private final long maxEvents;
    private final long maxBytes;
    private volatile DropCause bytesExhausted = DropCause.BYTE_LIMIT;
    private volatile boolean outOfMemory;

    public Budget(long maxEvents, long maxBytes) {
        this.maxEvents = maxEvents;
        this.maxBytes = maxBytes;
        events = new AtomicLong(maxEvents);
        bytes = new AtomicLong(maxBytes);
    }

    /** Takes bytes even if none are left; for small data that must not be lost. */
    public void takeAnyway(long count) {
        bytes.addAndGet(-count);
    }

    /** Gives back the bytes of data that has been read and may be overwritten. */
    public void giveBack(long count) {
        if (!outOfMemory) {
            bytes.addAndGet(count);
        }
    }

    /** Returns the number of bytes taken. */
    public long takenBytes() {
        return maxBytes - bytes.get();
    }

    /** Returns the taken part of the events or of the bytes, whichever is larger, 0 to 1. */
    public double takenPart() {
        double free = Math.min((double) events.get() / maxEvents, (double) bytes.get() / maxBytes);
        return Math.min(Math.max(1 - free, 0), 1);
    }

    public long maxBytes() {
        return maxBytes;
    }

    /** Sets the cause of drops for lack of bytes, from now on. */
    public void bytesExhaustedBy(DropCause cause) {
        bytesExhausted = cause;
    }

    /** Takes room for up to {@code wanted} events of {@code size} bytes each; returns the number of events granted. */
    public int take(int wanted, int size) {
        long granted = takeUpTo(wanted, events);
        if (granted == 0) {
            return 0;
        }
        long taken = takeUpTo(granted * size, bytes);
        long affordable = taken / size;
        events.addAndGet(granted - affordable);
        bytes.addAndGet(taken - affordable * size);
        return (int) affordable;
    }

    /** Takes up to {@code wanted} events without their bytes; returns the number granted. */
    int takeEvents(int wanted) {
        return (int) takeUpTo(wanted, events);
    }

    /** Takes bytes for data other than events; false if there is no room. */
    public boolean takeBytes(int count) {
        long granted = takeUpTo(count, bytes);
        if (granted < count) {
            bytes.addAndGet(granted);
            return false;
        }
        return true;
    }

    /**
     * Grants nothing more, because the heap is full: each further attempt would cost the training a full garbage
     * collection.
     */
    void giveUp() {
        outOfMemory = true;
        events.set(0);
        bytes.set(0);
    }

    /** Returns the cause of a drop after {@link #take} had no room. */
    DropCause exhausted() {
        if (outOfMemory) {
            return DropCause.OUT_OF_MEMORY;
        }
        return events.get() <= 0 ? DropCause.EVENT_LIMIT : bytesExhausted;
    }

    private static long takeUpTo(long wanted, AtomicLong rest) {
        while (true) {
            long present = rest.get();
            long granted = Math.min(wanted, present);
            if (granted <= 0) {
                return 0;
            }
            if (rest.compareAndSet(present, present - granted)) {
                return granted;
            }
        }
    }
}
