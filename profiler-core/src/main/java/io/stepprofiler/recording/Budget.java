package io.stepprofiler.recording;

import io.stepprofiler.event.DropCause;
import java.util.concurrent.atomic.AtomicLong;

/** The events and bytes that a window's buffers may still take, shared by its threads. */
public final class Budget {
    private final AtomicLong events;
    private final AtomicLong bytes;
    private final long maxBytes;
    private volatile DropCause bytesExhausted = DropCause.BYTE_LIMIT;
    private volatile boolean outOfMemory;

    public Budget(long maxEvents, long maxBytes) {
        this.maxBytes = maxBytes;
        events = new AtomicLong(maxEvents);
        bytes = new AtomicLong(maxBytes);
    }

    /** Takes room whether there is any or not, for the little that matters most. */
    public void takeAnyway(long count) {
        bytes.addAndGet(-count);
    }

    /** Gives back room of what has been read and will be written over. */
    public void giveBack(long count) {
        if (!outOfMemory) {
            bytes.addAndGet(count);
        }
    }

    /** How many bytes are taken, of so many. */
    public long takenBytes() {
        return maxBytes - bytes.get();
    }

    public long maxBytes() {
        return maxBytes;
    }

    /** Says why bytes are exhausted, should they be, from now on. */
    public void bytesExhaustedBy(DropCause cause) {
        bytesExhausted = cause;
    }

    /** Takes room for up to {@code wanted} events of {@code size} bytes each; returns for how many there was room. */
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

    /** Takes up to so many events whose bytes are taken otherwise; returns how many. */
    int takeEvents(int wanted) {
        return (int) takeUpTo(wanted, events);
    }

    /** Takes room for something that is no event; false if there is none. */
    public boolean takeBytes(int count) {
        long granted = takeUpTo(count, bytes);
        if (granted < count) {
            bytes.addAndGet(granted);
            return false;
        }
        return true;
    }

    /**
     * Ends the taking, because the virtual machine has no memory: each further attempt would cost the training a full
     * garbage collection.
     */
    void giveUp() {
        outOfMemory = true;
        events.set(0);
        bytes.set(0);
    }

    /** Why {@link #take} had no room. */
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
